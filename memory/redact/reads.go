package redact

// pairs says how often one small letter follows another in English, in the names of code
// and in pinyin: a row for each first letter, a column for each second one, from a (hardly
// ever, a 32nd of an even chance) to z (16 times an even chance).
const pairs = "" +
	"lrutjnqfsemvrxqrhvtwnmjlnh" +
	"qkliqheaqjcrfeohdlmfpbbbkb" +
	"ujnmtkluoasqlhvkgpotojfeja" +
	"qllpvkgftfcnjiqhfopipighkb" +
	"tmuwqqpiofissxlrnywukomskf" +
	"qikmprhdsacpigpjanmlnacbia" +
	"njnithknpffljnqjfppknefhhh" +
	"tgeitdbbpadfjdrdamhnqacaha" +
	"sntsqqshegjsszuqgqsulpemfo" +
	"ibbdjaabmaaabaicaajakaaaba" +
	"mdegrcibnaageiifbdmgkfcbda" +
	"thjpwjhevahtgiuidhopohfapa" +
	"umijudedrbgkngqsbenkndabia" +
	"skstuoxjrhnnkorkhjtwonhgkj" +
	"nntrkongnfmrrxqrdvqrsoqjhg" +
	"telitihlqajrgfspbtoqofedka" +
	"bacddaacmaaiaaabeddaqaaaca" +
	"uiopymneuanmoouldpsspmidpa" +
	"qgqjvhktuamnkkqqjkswrgkaod" +
	"uhokxmiswafomisnbtsppfjkpd" +
	"ronlpmlfqddqpumpdrrrcbbieg" +
	"pehethddnaafeckfeffebbcaaa" +
	"pcdfnddloabeclneamkdfafdaa" +
	"lilimkbdoaacfdfobcdojcbhga" +
	"kegfjccakabgkljoafokjadabf" +
	"kaabpabniaabaahaaacagaabdg"

// pairStep and pairZero turn a letter of pairs into a binary logarithm.
const (
	pairStep = 9.0 / 25
	pairZero = -5.0
)

// reads reports whether the letters of v follow one another as those of words do. Of twenty
// drawn characters hardly one text in two hundred does, of names that a
// programmer thought of most.
func reads(v string) bool {
	mean, n := likeness(v)
	return n >= 8 && mean >= 0.5
}

// likeness returns the mean of the logarithms of the pairs of v, and how many pairs it has.
func likeness(v string) (mean float64, n int) {
	sum := 0.0
	for i := 1; i < len(v); i++ {
		if !isAlpha(v[i-1]) || !isAlpha(v[i]) || isLower(v[i-1]) && isUpper(v[i]) {
			continue
		}
		at := int(lower(v[i-1])-'a')*26 + int(lower(v[i])-'a')
		sum += float64(pairs[at]-'a')*pairStep + pairZero
		n++
	}
	return sum / float64(max(n, 1)), n
}

// wordy reports whether more than half of v's letters and digits stand in runs
// of four or more letters that read as words: in one case but for the first letter, with
// vowels, and never five consonants together. Capitals alone read as a word only where
// v has no small letter.
func wordy(v string) bool {
	total, inWords, small := 0, 0, false
	for i := range len(v) {
		if isLower(v[i]) {
			small = true
			break
		}
	}
	for i := 0; i < len(v); {
		if !isAlpha(v[i]) {
			if isDigit(v[i]) {
				total++
			}
			i++
			continue
		}
		j := i + 1
		for j < len(v) && isAlpha(v[j]) && !(isLower(v[j-1]) && isUpper(v[j])) {
			j++
		}
		total += j - i
		if run := v[i:j]; len(run) >= 4 && (!small || isLower(run[1]) && isLower(run[2])) && pronounced(run) {
			inWords += j - i
		}
		i = j
	}
	return inWords*2 > total
}

// pronounced reports whether a run of letters has vowels as words have, and their pairs.
func pronounced(run string) bool {
	vowels, consonants := 0, 0
	for i := range len(run) {
		switch lower(run[i]) {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			vowels++
			consonants = 0
		default:
			if consonants++; consonants >= 5 {
				return false
			}
		}
	}
	mean, _ := likeness(run)
	return vowels*6 >= len(run) && mean >= -0.4
}
