package access_test

import (
	"slices"
	"testing"

	"github.com/git-hfa/git-hfa/index/access"
)

func TestWordsAreSplitAtEverySignBetweenThem(t *testing.T) {
	got := access.SplitWords("GBK乱码, 编码修复", "超时，timeout、a b ;c；d\ne\r\n timeout", " ,，", "")
	want := []string{"GBK乱码", "编码修复", "超时", "timeout", "a b", "c", "d", "e"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
