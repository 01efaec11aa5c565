/** The modules of a profile, and what each holds: for their first lines and generated/README.md. */

/** By the name of the file; phases have their number after it. */
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
