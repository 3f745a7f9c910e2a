package redact

// scanRules are the rules that are written by hand. A rule that takes a larger
// part of the text stands later: later rules are asked first.
var scanRules = [...]scanRule{
	{id: "assignment", scan: assigned, keywords: []string{"passw", "pwd", "passphrase", "pass_phrase", "passcode", "_pass", "-pass", "pass=", `pass":`, "secret", "token",
		"credential", "key", `"auth"`, "_auth", "pass:", "pass =", "pw:", "pw=", "pw =", `pw":`, "pin:", "pin=", "pin =", `pin":`, "pin is", "sk:", "sk=", "sk =", `sk":`, "ak:", "ak=", "ak =", `ak":`,
		"pat:", "pat=", "pat =", `pat":`, "jsessionid", "phpsessid", "storepass ", "keypass "}},
	{id: "assignment-zh", scan: named, keywords: []string{"密码", "密碼", "口令", "密钥", "密鑰", "秘钥", "秘鑰", "令牌", "凭证", "凭据", "私钥", "暗号"}},
	{id: "url-signature", scan: signature, keywords: []string{"sig=", "x-amz-signature=", "x-goog-signature="}},
	{id: "webhook-url", scan: webhook, keywords: []string{"hooks.slack.com/", "/api/webhooks/", ".webhook.office.com/webhookb2/", "/open-apis/bot/v2/hook/",
		"/cgi-bin/webhook/send?key="}},
	{id: "telegram-bot-token", scan: telegram, keywords: []string{":aa"}},
	{id: "discord-token", scan: discord, keywords: []string{"discord"}},
	{id: "aws-access-key", scan: awsKey, keywords: []string{"akia", "asia", "abia", "acca"}},
	{id: "jwt", scan: jwt, keywords: []string{"eyj"}},
	{id: "bearer", scan: bearer, keywords: []string{"bearer "}},
	{id: "basic-credentials", scan: basic, keywords: []string{"basic "}},
	{id: "authorization-header", scan: authorization, keywords: []string{"authorization"}},
	{id: "cookie-header", scan: cookie, keywords: []string{"cookie:"}},
	{id: "command-password", scan: command, keywords: []string{"mysql", "mariadb", "sshpass", "redis-cli", "curl ", "wget ", "docker login", "podman login",
		"ldapsearch", "mongo", "smbclient", "rclone"}},
	{id: "openssl-password", scan: opensslPass, keywords: []string{" pass:"}},
	{id: "sudo-password", scan: sudoPass, keywords: []string{"sudo -s", "--password-stdin", "passwd --stdin"}},
	{id: "url-password", scan: urlPassword, keywords: []string{"://"}},
	{id: "putty-key", scan: puttyKey, keywords: []string{"private-lines:"}},
	{id: "private-key", scan: privateKey, keywords: []string{"-----begin", "---- begin"}},
}
