#pragma once

#include "engine/data/grammar_file.h"
#include "engine/data/grammar_tables.h"

namespace vitrine {

/// Turns the lines of a grammar file into tables: instantiates rules with parameters, splits rules by measure
/// word, resolves every name and proves that every form that is asked for exists. Throws Error naming the
/// line.
GrammarTables compileGrammar(const GrammarFile& file);

/// The second half of compileGrammar (grammar_check.cpp): forms, agreement, lengths, vocabularies.
void checkGrammar(GrammarTables& tables);

}  // namespace vitrine
