package token_test

import (
	"fmt"

	"github.com/git-hfa/git-hfa/memory/token"
)

func ExampleCount() {
	fmt.Println(token.Count("Take the lock before you write."))
	fmt.Println(token.Count("写入之前先取锁。"))
	// Output:
	// 7
	// 7
}

func ExampleFor() {
	counter, err := token.For("heuristic")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(counter.Method(), counter.Exact())
	// Output: heuristic_estimate false
}
