package document

var portuguese = words{
	lang:    "pt-BR",
	outcome: map[string]string{"allow": "Concedido", "deny": "Negado", "incomplete": "Faltam dados"},
	role: map[string]string{
		"grants": "direito", "condition": "condição", "exception": "exceção", "duty": "dever", "faculty": "faculdade",
		"penalty": "penalidade", "definition": "definição", "scope": "âmbito",
	},
	on:      map[string]string{"transportadora": "Da transportadora", "beneficiario": "De quem tem o benefício"},
	reading: map[string]string{"text": "Pela letra da norma", "case_law": "Pelas decisões dos tribunais"},
	benefit: map[string]string{"gratuidade": "passagem gratuita (gratuidade)", "desconto": "desconto no preço da passagem"},
	mark:    map[string]string{"gratuidade": "Gratuidade", "desconto": "Desconto"},

	deniedForNow: "Negado por enquanto",
	met:          "Atendido", unmet: "Não atendido", unknown: "Não se sabe",
	basisMet: "Dispositivos atendidos", basisUnmet: "Dispositivos não atendidos", basisOpen: "Dispositivos em aberto",
	basisBear: "Dispositivos que também se aplicam",
	governs:   "rege o caso", governsNot: "não rege o caso", governsMaybe: "não se sabe se rege o caso",

	fill:      "a preencher à mão",
	decision:  "Decisão",
	checkLead: "Para conferir, aponte a câmera do celular para o código ou abra:",
	codeAlt:   "Código QR com o endereço para conferir este documento, escrito ao lado",
	notHeld:   "Texto não disponível no acervo.",
	due:       "Até",
	date:      "Data", hour: "Hora", place: "Local",
	carrier: "Transportadora", cnpj: "CNPJ", address: "Endereço", trip: "Viagem",
	cures:     "O que mudaria a resposta",
	together:  "Todas estas mudanças, juntas:",
	incurable: "Nenhuma mudança ao alcance da pessoa ou da transportadora mudaria esta resposta.",
	asked:     "O que foi pedido", about: "Transportadora e pedido", instantAt: "às",

	refusalTitle: "Documento de recusa",
	owed:         "Este documento é um direito de quem tem o pedido recusado. Dever da transportadora:",
	refused:      "O pedido foi recusado.",
	reason:       "Motivo da recusa", benefitName: "Benefício",
	stillDue: "O que é devido mesmo assim", stillDueLead: "Pelos mesmos fatos, a pessoa tem direito a",
	otherwise: "Há decisão da Justiça em outro sentido", grade: "Grau de evidência",
	complain:  "Onde reclamar",
	agentName: "Nome e matrícula de quem atendeu", agentSign: "Assinatura de quem atendeu",

	sheetTitle: "Folha da decisão", result: "Resultado", missing: "O que falta saber", duties: "O que cumprir",
	disputes: "Divergências", warnings: "Avisos", tree: "Como se chegou à resposta", record: "Registro",
	contested: "Controvertido: as duas leituras dão respostas diferentes.", decides: "Decidiu-se",
	interpretation: "interpretação", court: "Tribunal, caso e dia", finality: "Situação", provisions: "Dispositivos",
	decidedAt: "Decidido em", asOf: "Lei do dia", whatIf: "dia escolhido no pedido",
	revision: "Revisão das regras", activation: "Ativação", reference: "Referência",
	scope: "Âmbito", requires: "exigência para", way: "Caminho", otherWay: "Ou",

	ticketTitle: "Bilhete de viagem", firstCopy: "1ª via – passageiro", secondCopy: "2ª via – transportadora",
	issued: "Emissão", denomination: "Denominação", number: "Bilhete nº", copyName: "Via",
	origin: "Origem", destination: "Destino", line: "Prefixo da linha", endpoints: "Localidades terminais",
	travelDate: "Data da viagem", seat: "Poltrona", passenger: "Beneficiário", passengerID: "Documento de identificação", notice: "Aviso",

	dateLayout: "02/01/2006",
}
