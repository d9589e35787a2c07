package main

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deferido/internal/bundle"
	"deferido/internal/config"
)

func (p *program) bundleCommand() *cobra.Command {
	c := group("bundle", "Write the policies as a signed OPA bundle, and read one", `
A bundle holds a whole policy set: the Rego, the texts, the parameters and the cases. The stock opa serves it with the same
documents at data.decision.<question>:

  opa run --server --bundle FILE --verification-key KEY.pub.pem --signing-alg ES256`)
	c.AddCommand(p.bundleExportCommand(), p.bundleImportCommand(), p.bundleKeyCommand())
	return c
}

// bundleExport is what the command line says of bundle export.
type bundleExport struct {
	out, key string
	seq      int
}

func (p *program) bundleExportCommand() *cobra.Command {
	o := &bundleExport{}
	c := &cobra.Command{
		Use: "export --out FILE --key KEY.pem", Short: "Write the policies into a bundle and sign it", Args: none,
		Long: strings.TrimSpace(`
Compiles the policies in the program, or those in a folder (--policies DIR, with their cases in DIR/cases), and writes them into
a bundle signed with ES256. It writes over no file.

Exit status: 0 written, 64 usage or policies that cannot be used, 70 internal error.`),
		RunE: run(func(command *cobra.Command, _ []string) error {
			settings, err := p.config(command)
			if err != nil {
				return err
			}
			return p.exportBundle(command.Context(), settings, o)
		}),
	}
	config.AddFlags(c.Flags(), "policies")
	c.Flags().StringVar(&o.out, "out", "", "the file to write, such as policies.tar.gz; it must not be there")
	c.Flags().StringVar(&o.key, "key", "", "the file of the private key; bundle key makes one")
	c.Flags().IntVar(&o.seq, "seq", 1, "the sequence number of the activation that the bundle carries")
	require(c, "out", "key")
	return c
}

// require marks flags that a command cannot do without.
func require(c *cobra.Command, names ...string) {
	for _, name := range names {
		_ = c.MarkFlagRequired(name) // fails only where there is no such flag
	}
}

func (p *program) exportBundle(ctx context.Context, settings config.Config, o *bundleExport) error {
	key, err := readKey(o.key, bundle.ParsePrivatePEM)
	if err != nil {
		return err
	}
	id, err := bundle.KeyID(&key.PublicKey)
	if err != nil {
		return err
	}
	tree, err := policiesOf(settings)
	if err != nil {
		return err
	}
	set, err := load(ctx, settings)
	if err != nil {
		return err
	}
	content := bundle.Content{
		Policies: tree, Cases: casesOf(settings, tree), Revision: set.Revision(), Seq: o.seq, MadeAt: time.Now().Truncate(time.Second),
	}
	err = create(o.out, func(w io.Writer) error {
		if err := bundle.Export(w, content, key, id); err != nil {
			return exit(exitUsage, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return p.say("wrote %s: revision %s, activation %d, signed by %s", o.out, content.Revision, content.Seq, id)
}

// readKey reads a key from a file.
func readKey[K any](name string, parse func([]byte) (K, error)) (K, error) {
	var none K
	text, err := os.ReadFile(name)
	if err != nil {
		return none, exit(exitUsage, fmt.Errorf("reading the key: %w", err))
	}
	key, err := parse(text)
	if err != nil {
		return none, exit(exitUsage, fmt.Errorf("%s: %w", name, err))
	}
	return key, nil
}

// bundleImport is what the command line says of bundle import.
type bundleImport struct {
	out, key string
	minSeq   int
}

func (p *program) bundleImportCommand() *cobra.Command {
	o := &bundleImport{}
	c := &cobra.Command{
		Use: "import FILE --key KEY.pub.pem --out DIR", Short: "Verify a bundle and write its policies into a new folder", Args: one("FILE that bundle export wrote"),
		Long: strings.TrimSpace(`
Verifies a bundle and writes its policies, with their cases in the folder cases, into a new folder. What is not signed with the
key, is altered, is not whole or holds anything that bundle export would not write is refused, and nothing is written.

Exit status: 0 written, 65 the bundle is refused, 64 usage, 70 internal error.`),
		RunE: run(func(_ *cobra.Command, args []string) error { return p.importBundle(args[0], o) }),
	}
	c.Flags().StringVar(&o.key, "key", "", "the file of the public key of whoever exported it")
	c.Flags().StringVar(&o.out, "out", "", "the folder to write; it must not be there")
	c.Flags().IntVar(&o.minSeq, "min-seq", 0, "the sequence number of the active set: a bundle with a lower one is refused")
	require(c, "key", "out")
	return c
}

func (p *program) importBundle(name string, o *bundleImport) error {
	key, err := readKey(o.key, bundle.ParsePublicPEM)
	if err != nil {
		return err
	}
	id, err := bundle.KeyID(key)
	if err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return exit(exitUsage, fmt.Errorf("opening the bundle: %w", err))
	}
	defer f.Close()
	imported, err := bundle.Import(f, map[string]*ecdsa.PublicKey{id: key}, bundle.Options{MinSeq: o.minSeq})
	var refused *bundle.Refusal
	switch {
	case errors.As(err, &refused):
		return exit(exitFindings, err)
	case err != nil:
		return exit(exitUsage, err) // a folder in the place of a file
	}
	if err := createFolder(o.out, imported.Policies, imported.Cases); err != nil {
		return err
	}
	return p.say("wrote %s: revision %s, activation %d, signed by %s", o.out, imported.Revision, imported.Seq, imported.KeyID)
}

// createFolder makes a folder with all files of some trees, or none.
func createFolder(name string, trees ...fs.FS) error {
	if err := os.Mkdir(name, 0o755); err != nil {
		return exit(exitUsage, fmt.Errorf("making the folder: %w", err))
	}
	for _, tree := range trees {
		if tree == nil {
			continue
		}
		if err := os.CopyFS(name, tree); err != nil {
			return errors.Join(fmt.Errorf("writing the policies: %w", err), os.RemoveAll(name))
		}
	}
	return nil
}

func (p *program) bundleKeyCommand() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use: "key --out KEY.pem", Short: "Make a key that signs bundles", Args: none,
		Long: strings.TrimSpace(`
Makes a P-256 key: the private half in the file that is named, readable by its owner only, and the public half beside it in
KEY.pub.pem, for those who verify. It writes over no file.`),
		RunE: run(func(*cobra.Command, []string) error { return p.makeBundleKey(out) }),
	}
	c.Flags().StringVar(&out, "out", "", "the file of the private key; it must not be there")
	require(c, "out")
	return c
}

func (p *program) makeBundleKey(out string) error {
	key, err := bundle.GenerateKey()
	if err != nil {
		return err
	}
	private, errPrivate := bundle.PrivatePEM(key)
	public, errPublic := bundle.PublicPEM(&key.PublicKey)
	id, errID := bundle.KeyID(&key.PublicKey)
	if err := errors.Join(errPrivate, errPublic, errID); err != nil {
		return err
	}
	if err := create(out, writing(private)); err != nil {
		return err
	}
	publicOut := strings.TrimSuffix(out, ".pem") + ".pub.pem"
	if err := create(publicOut, writing(public)); err != nil {
		return errors.Join(err, os.Remove(out)) // no half of a key
	}
	return p.say("wrote %s and %s: key %s", out, publicOut, id)
}

// writing writes a text.
func writing(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
}
