package report

import (
	"strings"

	"deferido/internal/decision"
)

// What is said of an import that cannot be taken.
var (
	sayEncoding = decision.Sentence{
		PT: "Grave o arquivo em UTF-8 (no Excel: “CSV UTF-8”).",
		EN: "Save the file as UTF-8 (in Excel: “CSV UTF-8”).",
	}
	sayTooLarge = decision.Sentence{
		PT: "Divida o arquivo: ele passa do tamanho máximo, de " + grouped(MaxImportBytes>>20, "pt-BR") + " MiB.",
		EN: "Split the file: it passes the greatest size, of " + grouped(MaxImportBytes>>20, "en") + " MiB.",
	}
	sayQuotes = decision.Sentence{
		PT: "Corrija as aspas: um texto entre aspas começa e termina por elas, e aspas dentro dele se dobram.",
		EN: "Correct the quotes: a quoted text begins and ends with them, and quotes within it are doubled.",
	}
	sayColumnTwice = decision.Sentence{PT: "Deixe esta coluna uma só vez.", EN: "Leave this column once only."}
	sayNoHeader    = decision.Sentence{
		PT: "Retire este conteúdo, ou dê nome à sua coluna no cabeçalho.",
		EN: "Remove this content, or name its column in the header.",
	}
	sayMonth        = decision.Sentence{PT: "Escreva o mês como AAAA-MM.", EN: "Write the month as YYYY-MM."}
	sayNoDecision   = decision.Sentence{PT: "Informe a identificação da decisão.", EN: "Enter the id of the decision."}
	sayLongDecision = decision.Sentence{
		PT: "Informe a identificação da decisão como a resposta a deu.",
		EN: "Enter the id of the decision as the answer gave it.",
	}
	sayCount = decision.Sentence{
		PT: "Escreva um número inteiro só com algarismos, de 0 a " + grouped(maxPassengers, "pt-BR") + ", sem separador de milhar; deixe vazio o que não se sabe.",
		EN: "Write a whole number in digits only, from 0 to " + grouped(maxPassengers, "en") + ", without separators; leave empty what is not known.",
	}
	sayNoSection   = decision.Sentence{PT: "Informe a seção.", EN: "Enter the section."}
	sayLongSection = decision.Sentence{
		PT: "Encurte o nome da seção: o máximo é de " + grouped(maxSection, "pt-BR") + " caracteres.",
		EN: "Shorten the section's name: it has at most " + grouped(maxSection, "en") + " characters.",
	}
	sayUnprintable = decision.Sentence{
		PT: "Retire do nome da seção os caracteres que não se imprimem.",
		EN: "Remove the characters that do not print from the section's name.",
	}
)

func sayRows(limit int) decision.Sentence {
	return decision.Sentence{
		PT: "Divida o arquivo: o máximo é de " + grouped(limit, "pt-BR") + " linhas de dados.",
		EN: "Split the file: it has at most " + grouped(limit, "en") + " rows of data.",
	}
}

func sayEmpty(columns []string) decision.Sentence {
	return decision.Sentence{
		PT: "O arquivo está vazio: comece pelo cabeçalho " + strings.Join(columns, ",") + ".",
		EN: "The file is empty: begin with the header " + strings.Join(columns, ",") + ".",
	}
}

func sayUnknownColumn(columns []string) decision.Sentence {
	return decision.Sentence{
		PT: "Retire esta coluna: as colunas são " + strings.Join(columns, ", ") + ".",
		EN: "Remove this column: the columns are " + strings.Join(columns, ", ") + ".",
	}
}

func sayNoColumn(name string) decision.Sentence {
	return decision.Sentence{PT: "Acrescente ao cabeçalho a coluna " + name + ".", EN: "Add the column " + name + " to the header."}
}

func sayOutside(q Quarter) decision.Sentence {
	return decision.Sentence{PT: "Informe um mês do trimestre " + q.String() + ".", EN: "Enter a month of the quarter " + q.String() + "."}
}

func sayRepeated(line int) decision.Sentence {
	return decision.Sentence{
		PT: "Deixe uma só linha para este mês e esta seção: já estão na linha " + grouped(line, "pt-BR") + ".",
		EN: "Leave one line for this month and section: line " + grouped(line, "en") + " has them already.",
	}
}

func sayTwoSections(line int) decision.Sentence {
	return decision.Sentence{
		PT: "Deixe uma só seção para esta decisão: a linha " + grouped(line, "pt-BR") + " lhe dá outra.",
		EN: "Leave one section for this decision: line " + grouped(line, "en") + " gives it another.",
	}
}
