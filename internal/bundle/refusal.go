package bundle

import (
	"fmt"

	"deferido/internal/decision"
)

// Kind says in a word why a bundle is refused.
type Kind string

// The kinds of refusal.
const (
	Unreadable Kind = "unreadable" // no tar under gzip, or damaged
	TooLarge   Kind = "too-large"
	TooMany    Kind = "too-many-files"
	Bomb       Kind = "bomb" // unpacks to far more than it is
	BadName    Kind = "name"
	Link       Kind = "link"
	Special    Kind = "special-file" // a folder, a device, a pipe
	Duplicate  Kind = "duplicate"
	Unsigned   Kind = "unsigned"
	BadToken   Kind = "signatures-file"
	Algorithm  Kind = "algorithm"
	UnknownKey Kind = "unknown-key"
	Signature  Kind = "signature"
	Extra      Kind = "extra-file"
	Partial    Kind = "partial"
	Altered    Kind = "altered"
	Manifest   Kind = "manifest"
	Older      Kind = "older"
	Revision   Kind = "revision"
	Form       Kind = "form"
)

// sentences say each kind to people. An entry that is not known to be signed is named by its number, because its name may be
// anything.
var sentences = map[Kind]decision.Sentence{
	Unreadable: {PT: "não é um arquivo tar compactado com gzip, ou está danificado", EN: "it is no gzipped tar archive, or it is damaged"},
	TooLarge:   {PT: "tem mais de %d bytes", EN: "it has more than %d bytes"},
	TooMany:    {PT: "tem mais de %d arquivos", EN: "it has more than %d files"},
	Bomb:       {PT: "descompactado, tem mais de %d vezes o seu tamanho", EN: "unpacked, it is more than %d times its size"},
	BadName:    {PT: "o nome da entrada %d aponta para fora do pacote, não é portável ou é reservado pelo OPA", EN: "the name of entry %d leads out of the bundle, is not portable or is one that OPA reserves"},
	Link:       {PT: "a entrada %d é um link", EN: "entry %d is a link"},
	Special:    {PT: "a entrada %d não é um arquivo comum", EN: "entry %d is no plain file"},
	Duplicate:  {PT: "a entrada %d tem o nome de outra", EN: "entry %d has the name of another one"},
	Unsigned:   {PT: "não está assinado: falta " + signaturesFile, EN: "it is not signed: there is no " + signaturesFile},
	BadToken:   {PT: signaturesFile + " não contém exatamente uma assinatura na forma compacta", EN: signaturesFile + " does not hold exactly one signature in compact form"},
	Algorithm:  {PT: "a assinatura não é ES256", EN: "the signature is not ES256"},
	UnknownKey: {PT: "foi assinado com uma chave que não está entre as aceitas", EN: "it is signed with a key that is not among those accepted"},
	Signature:  {PT: "a assinatura não confere com a chave", EN: "the signature does not fit the key"},
	Extra:      {PT: "a assinatura não cobre a entrada %d", EN: "the signature does not cover entry %d"},
	Partial:    {PT: "falta o arquivo assinado %s", EN: "the signed file %s is missing"},
	Altered:    {PT: "o arquivo %s não é o que foi assinado", EN: "the file %s is not what was signed"},
	Manifest:   {PT: manifestFile + " falta ou não está como o deferido o escreve", EN: manifestFile + " is missing or is not as deferido writes it"},
	Older:      {PT: "a ativação %d é anterior à que está em vigor, %d", EN: "activation %d is older than the active one, %d"},
	Revision:   {PT: "o conteúdo não é a revisão que o pacote declara", EN: "the content is not the revision that the bundle says it is"},
	Form:       {PT: "o arquivo tar não está, byte por byte, como foi exportado", EN: "the tar archive is not, byte for byte, as it was exported"},
}

// Refusal is why Import took no bundle. It repeats nothing that no accepted key has signed.
type Refusal struct {
	Kind   Kind
	Detail decision.Sentence
}

// Error is for logs and the command line, in English.
func (r *Refusal) Error() string { return r.In("en") }

// In is the refusal in a language: English for "en", Portuguese otherwise.
func (r *Refusal) In(lang string) string {
	about := decision.Sentence{PT: "o pacote foi recusado: ", EN: "the bundle is refused: "}
	return about.In(lang) + r.Detail.In(lang)
}

// refuse makes the refusal of a kind; args complete its sentence.
func refuse(kind Kind, args ...any) error {
	s := sentences[kind]
	return &Refusal{kind, decision.Sentence{PT: fmt.Sprintf(s.PT, args...), EN: fmt.Sprintf(s.EN, args...)}}
}
