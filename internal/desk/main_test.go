package desk_test

import (
	"os"
	"testing"

	"deferido/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }
