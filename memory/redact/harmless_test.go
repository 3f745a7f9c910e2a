package redact

// harmlessTexts look like secrets, or speak of them, and hold none.
var harmlessTexts = []string{
	// Hashes, digests, ids.
	"Pin the action at 8f4b7f84864484a7bf31766abe9204da3cbe65b3 because v4 moved.",
	"fixed in 8f4b7f8, reverted by 3cbe65b3a1",
	"The image digest is sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393.",
	"sha256 4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393  chunk.json",
	"md5: 9e107d9d372bb6826bd81d3542a419d6",
	"Tenant id f865288c-97ca-4913-8873-73728b8dfc4c is the demo tenant.",
	`Lock entry: "integrity": "sha512-GDHVin2EJ9PGJ33VMGlqtPcvUlY+pkTbaWs4jWv8oBaEK8UUBzS5ZpEc4xi7Xp5vIXnVsCSLKNC6bgvR9X/AoQ=="`,
	"integrity sha1-Zk3Qw9Rt7Lp2Xv5Nb8McZk3Qw9A=",
	"go.sum says h1:P6bYXFoao05z5uhOQzbC3Qd8JqF3jUoocoTeIxkp2cA= for the auth module.",
	"golang.org/x/text v0.44.0/go.mod h1:P6bYXFoao05z5uhOQzbC3Qd8JqF3jUoocoTeIxkp2cA=",
	"Icon data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ stays inline.",
	"image registry.example.com/team/app:1.4.2@sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393",
	"chunk_0007-k3f9qz7m supersedes chunk_0002-p0v8d1xa",
	"trace id 4bf92f3577b34da6a3ce929d0e0e4736",
	"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ3kq9XWv7TzR5mN2pL8dJ4hF6gC0sA1eYQ7wZ3rT9y dev@host",
	"-----BEGIN CERTIFICATE-----\nMIIBOgIBAAJBAKj34GkxFhD90vcNLYLInFEX6Ppy1tPf9Cnzj4p4WGeKLs1Pt8Qu\n-----END CERTIFICATE-----",
	"-----BEGIN PUBLIC KEY-----\nMFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKj34GkxFhD90vcNLYLInFEX6Ppy1tPf\n-----END PUBLIC KEY-----",
	"a file that begins with -----BEGIN RSA PRIVATE KEY----- is refused",
	"-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",

	// Words with a prefix of a token inside.
	"Use risk-based-authentication-with-step-up and task-force-review-of-large-changes.",
	"sk-learn and sk-image are pip names; task-sk-1234567890abcdef12 is a job",
	"gsk_long_function_name_with_words is a helper",
	"desk-4f8b2c6d0e1a3957b4d8 is the asset tag",
	"the ghp_ prefix marks a classic token, glpat- one of GitLab",
	"AKIA is the prefix; Asia is a continent; ASIA-PACIFIC-SOUTHEAST-1 is not a key",
	"live_migration and test_redaction_of_long_names_with_1_digit pass",
	"hf_hub_download_with_retries_and_cache is slow",
	"eyJust is a typo, eyJhbGciOiJIUzI1NiJ9 is only a header",
	"npm_config_registry and npm_lifecycle_event are variables",

	// Placeholders and references.
	"The example key is sk-xxxxxxxxxxxxxxxx, see docs; set API_KEY=<your key here> and TOKEN=${TOKEN}.",
	"secret: ${{ secrets.DEPLOY_KEY }}",
	"echo $PASSWORD ${DB_PASSWORD} $(cat /run/secrets/db)",
	"PASSWORD=$PASSWORD", "DB_PASSWORD=${DB_PASSWORD:-}", "TOKEN=$(gh auth token)",
	"token: <your-token>", "api_key=None", "password=null", "PASSWORD=", `password: ""`, "TOKEN='' make",
	"password: ****", "password=xxxx", "password=changeme", "API_KEY=your_api_key_here", "SECRET=CHANGE_ME",
	"postgres://user:password@host/db", "postgres://$USER:$PASS@host/db", "https://user:<password>@host", "redis://:****@cache",
	"Authorization: Bearer <token>", "Authorization: Bearer $TOKEN", "Authorization: Bearer ${TOKEN}", "Authorization: Basic ***",
	"password: op://vault/db/password", "secret_key: arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-x1y2z3",
	"password_file=/run/secrets/db_password", "DB_PASSWORD=/run/secrets/db_password",
	"{{ db_password }} comes from vault; password: {{ vault_db_password }}",
	"DB_PASSWORD=[REDACTED] stays as it is", "password: [hidden]", "mysql -u root -p app", `mysql -p"$MYSQL_PWD" app`,

	// Code.
	`os.Getenv("API_KEY")`, `token := lexer.Next()`, `password = getpass.getpass()`, "apiKey := cfg.APIKey2", "secret = settings.SECRET_KEY",
	`key := os.Getenv("SECRET_KEY"); token, err := parse(s)`, "password: string;", "password?: string", "token: Token | null", "func Login(user, password string) error",
	"type Secret struct { Token string `json:\"token\"` }", "const token: TokenKind = TokenKind::Ident1;", "connect(password=password, token=token2)",
	"if password == other.password { return }", "secret: SecretStr", "self.token = tok1", "password VARCHAR(255) NOT NULL", "| password | varchar(255) | hashed |",
	`<input type="password" name="password" placeholder="Password">`, `"forgot_password": "Forgot your password?"`, `"password": "Passwort"`,
	`{"type": "password", "label": "Password", "required": true}`, "api_key: process.env.API_KEY1", "token=request.headers['X-Token']",
	`"password": {"type": "string", "minLength": 8}`, "for token in tokens2: print(token)", "max_tokens=4096, stop_token=50256", "primary_key: user_id_2, cache_key=v2_user_profile_1",

	`[]string{"password", "publickey"}`, `os.Setenv("PWD="+dir)`, "append(env, \"PWD=\"+dir)", "STATUS_WRONG_PASSWORD = 0xC000006A", `const OID_PASSWORD = "2.5.4.35"`,
	"def f(private_key: ed25519.Ed25519PrivateKey, x)", "type Fts5Token = TFts5Token", "['ASAuthorization', 'ASAuthorizationAppleIDButton']", `Errorf("password is:%v1", x2)`,
	"give the `--password` flag too", "the --username and --password options are old", `Token: "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`, "$pw_passwd = $pw1->passwd",

	`"secret": "\u3299\ufe0f"`, `Token: "#f8f8f2"`, "password[] = &quot;ExamplePassword1&quot;", "item.renderPass=pass2; if (renderPass=this.pass1) {}",
	"Dx+EAAAAAABIgf4AACAAdQxIvgAAAAAAAACA6yNIgeLAAAAABIhckPhjwCAABIixJIizJI", "tests: pass=12 fail=0", "bypass=abc123", "reset the password column2-old", "\"auth\": \"required\"",
	"in Asia and basic Settings of Basic Authentication", "the token budget is 600", "git commit 8f4b7f84864484a7 and token-based login", "the secret is out",

	// Names that only hold the word.
	"password_hash_algorithm=argon2id", "TOKEN_BUDGET=600", "token: o200k_base", `"tokenizer": "o200k_base"`, `token = "cl100k_base"`,
	"the token field is called api_key_id", "SECRET_NAME=prod-db-credentials-2", "token_type=bearer2", "credential_id: 4f8b2c6d0e1a3957b4d8c2f6a0e1b3d5",
	"nextPageToken=CAUQAA1b2c3d4e5f6g", "public_key = 4f8b2c6d0e1a3957b4d8c2f6a0e1b3d5", "pwd: /home/me/project1", "secretsmanager:GetSecretValue is allowed",

	// Prose.
	"The password policy: at least 14 characters; the token field is called api_key_id.",
	"the password is stored hashed", "The token is single-use-only and the secret is rotated every 30 days.", "password is required for sha256 login",
	"the password is bcrypt-hashed with 12 rounds", "Tokens: 143 of 600.", "Secret: don't write it down.", "Password: see the vault entry, not here",
	"密码规则：至少 14 位；令牌有效期 20 分钟。", "密码是必填项", "token 是 600 以内", "密码为 8-16 位", "密码是 bcrypt 加密存储的", "密码：Base64 编码后传输",
	"密钥是 RSA-4096", "令牌是 JWT 格式，密钥用 AES-256-GCM", "口令为空时拒绝", "密码：PBKDF2-SHA256", "密码是 UTF-8 的", "凭证放在 secrets/db-2 里",
	"see https://example.com:8080/path@2 and git@github.com:a/b.git, ssh://git@host:22/x",
	"Bearer authentication is required; authorization: required", "Basic auth over http://localhost:8080/", "Set-Cookie: the flag SameSite=Lax is needed",
	"the cookie: it holds lang=en only", "memory/redact/redact.go:42 and index/query/lexer.go", "v1.2.3-rc.1+build.5", "curl -u admin https://x.dev",
	"使用 UTF-8 写入和解码。", "focus-lock and hit_words stay", "discord is used for chat; MNO is a network",
}
