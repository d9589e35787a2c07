package plan

import (
	"os"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/open-policy-agent/opa/v1/types"
)

// TestMain registers the function that the public suite expects of whoever runs it.
func TestMain(m *testing.M) {
	ast.RegisterBuiltin(&ast.Builtin{
		Name: "test.sleep",
		Decl: types.NewFunction(types.Args(types.S), types.Nl),
	})
	topdown.RegisterBuiltinFunc("test.sleep",
		func(_ topdown.BuiltinContext, operands []*ast.Term, iter func(*ast.Term) error) error {
			d, err := time.ParseDuration(string(operands[0].Value.(ast.String)))
			if err != nil {
				return err
			}
			time.Sleep(d)
			return iter(ast.NullTerm())
		})
	os.Exit(m.Run())
}
