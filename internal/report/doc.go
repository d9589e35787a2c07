// Package report makes the quarterly report of movement that a carrier owes: by month, section and benefit.
//
// The journal gives the benefits that were granted, one by one. It keeps no free text, so the carrier says in an import which
// section each ticket was for, and in another how many paid and how many travelled with a disability pass. Build counts;
// a grant that cannot be counted is listed with its reason and never dropped; a number that nobody gave stays unknown and is
// never 0. CheckWith asks the policies whether the report is complete. It is written as JSON, CSV and XLSX.
//
// What the law asks of a report is known to the policies alone. This package counts and writes.
package report
