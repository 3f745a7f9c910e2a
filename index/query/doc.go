// Package query understands what people write to a coding agent: it turns a
// stored text into index terms and a prompt into the units that are asked of
// the index.
//
//	terms := query.Cut("使用 UTF-8 写入 reconcile.csv")  // what an index stores
//	q := query.Parse("之前 GBK 乱码 怎么修的", nil)         // what a prompt asks
//	for _, u := range q.Units { … u.Term … }
//
// Both sides share one lexer, so whatever Parse asks for is written in the same
// form as what Cut stored. The package is a leaf: it knows neither chunks nor
// an index, reads no file and keeps no state.
//
// # Terms
//
// A term is a lower-case string without white space, quotes or control
// characters, at most 64 code points long. Its ASCII characters are a-z, 0-9,
// '.', '+' and '#'. There are four shapes:
//
//   - a word: letters and digits, English ones stemmed ("retries" is "retri");
//   - an identifier as a whole, its separators and case taken out
//     ("idempotencyKey", "Idempotency-Key" and "idempotency_key" are all
//     "idempotencykey"; a version keeps its dots: "v2.1.6" is "2.1.6"), beside
//     its parts, which are words;
//   - two neighbouring characters of a script written without spaces (Han,
//     Kana, Hangul, Thai …), traditional Chinese written as simplified;
//   - one such character alone.
package query
