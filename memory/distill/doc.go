// Package distill draws from an agent's final answer what is worth remembering:
//
//	drafts, refused := distill.Extract(answer, distill.Options{Mode: distill.Auto})
//
// An answer can say so itself, in a structured form: a fenced block
//
//	```hfa-memory
//	title: Uploads are limited to 20 MB
//	hit_words: upload, client_max_body_size
//	conclusion: nginx and the API refuse more than 20 MB with 413.
//	```
//
// (also with ~~~, with 标题 命中词 结论 替代 节点 请求号, or the same as JSON), or a
// line that begins with "Decision:", "决定：" or "结论：". A host's decision field is
// read by [DecisionField]. Without such a form, and in mode [Auto] alone, an answer
// is stored when it states an explicit conclusion (a decision, a fix, a cause, a
// rule) with a technical anchor: a path, an identifier, an error, a value. Title, hit words
// and conclusion are always taken from the answer's words, never invented.
//
// Plans, questions, guesses, progress, general knowledge, quotations, examples in code
// fences, and text that came out of the memory itself are not stored. How that is told, by cues and learned weights,
// stands in docs/distill.md. It looks at one answer and at nothing else, runs
// in linear time, starts nothing, and gives the same drafts each time.
//
// [Same] tells whether a draft says what a chunk says already.
package distill
