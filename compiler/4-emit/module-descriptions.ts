/** The modules of a profile and their contents, for their first lines and for generated/README.md. */

/** By file name; files of phases also have a number. */
export const moduleDescriptions = {
  phase: 'One function for each rule of the phase, and the function that calls them in order.',
  rules: 'What logs say of each rule.',
  targets: 'One function for each list of targets, and what ctl takes from rules.',
  steps: 'One function for each transformation, and one for each list of several.',
  summaries: 'What the prefilter computes of the values of each list of targets.',
  prefilter:
    'The literals and byte classes that rules require, with the clauses that they satisfy.',
  data: 'Expressions, phrase lists, address lists.',
  states: 'States of automata that common requests take, made by the compiler.',
  index: 'Settings, manifest, and `waf`, which a host opens transactions on.',
} as const;
