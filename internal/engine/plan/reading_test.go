package plan_test

import (
	"reflect"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/engine/plan"
)

func TestValue(t *testing.T) {
	p := prepared(t, kinds, "data.t")
	input := ast.MustParseTerm(`{"a": "T", "n": 2, "list": [3, "b", null, 1.0], "object": {"a": {"b": [1]}}}`).Value
	v, err := p.EvalValue(t.Context(), input)
	if err != nil {
		t.Fatal(err)
	}
	want, err := p.Eval(t.Context(), input)
	if err != nil || v.AST().Compare(want) != 0 || v.AST().String() != want.String() {
		t.Fatalf("got %v, want %v, %v", v.AST(), want, err)
	}
	plain, err := v.Plain()
	wantPlain, wantErr := ast.JSON(want)
	if err != nil || wantErr != nil || !reflect.DeepEqual(plain, wantPlain) {
		t.Errorf("got %v, %v, want %v, %v", plain, err, wantPlain, wantErr)
	}
	if b, ok := v.Get("yes").Bool(); !b || !ok {
		t.Error("yes")
	}
	if n, ok := v.Get("level").Int(); n != 2 || !ok {
		t.Error("level")
	}
	if s, ok := v.Get("word").Text(); s != "T é 2" || !ok {
		t.Error("word", s)
	}
	if n, ok := v.Get("product").Number(); n != "18446744073709551614" || !ok {
		t.Error("product", n)
	}
	requireMembers(t, v)
}

func requireMembers(t *testing.T, v plan.Value) {
	t.Helper()
	members := v.Get("members")
	if !members.IsSet() || members.IsArray() || members.Len() != 4 {
		t.Error("members", members.AST())
	}
	for elem := range members.Elems() {
		if !elem.Null() {
			t.Error("null is not first", elem.AST())
		}
		break
	}
	for key, val := range v.Get("named").Entries() {
		if name, _ := key.Text(); name != "a" || !val.IsObject() || !val.Get("b").IsArray() {
			t.Error("named", key.AST(), val.AST())
		}
	}
	absent := v.Get("no such").Get("member")
	if _, ok := absent.Int(); ok || absent.Defined() || absent.AST() != nil || absent.Len() != 0 {
		t.Error("absent")
	}
}
