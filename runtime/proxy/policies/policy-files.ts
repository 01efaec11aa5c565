/** Reads the file of policies and the files that it references. */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { readBanLists } from '../bans/ban-lists.ts';
import type { Ban } from '../bans/ban-table.ts';
import { cannotRead } from '../cannot-read.ts';
import { findingsLine, positionIn } from '../json/finding.ts';
import type { FileName, PolicyData } from './policy-data.ts';
import { type PathExclusion, readExclusions } from './read-exclusions.ts';
import { readPolicies } from './read-policies.ts';

export type PolicyFiles = {
  readonly data: PolicyData;
  readonly exclusions: readonly PathExclusion[];
  readonly bans: readonly Ban[];
  /** Two policies with equal versions are the same except for their matches. */
  readonly version: string;
  /** Problems of the policy's own files. A policy with problems must not be used. */
  readonly problems: readonly string[];
};

export type PolicyFilesRead =
  | { readonly kind: 'Read'; readonly policies: readonly PolicyFiles[] }
  | { readonly kind: 'Failed'; readonly problem: string };

/** `path`: the path of the file of policies; "" when there is none. */
export function readPolicyFiles(path: string): PolicyFilesRead {
  if (path === '') return { kind: 'Read', policies: [] };
  let text: string;
  try {
    text = readFileSync(path, 'latin1');
  } catch (error) {
    return { kind: 'Failed', problem: `POLICIES: ${cannotRead(path, error)}` };
  }
  const { policies, findings } = readPolicies(text);
  const line = findingsLine(path, text, findings);
  if (line !== undefined) return { kind: 'Failed', problem: `POLICIES: ${line}` };
  const exclusionFiles = new Map<string, ExclusionFile>();
  return {
    kind: 'Read',
    policies: policies.map((data) => {
      const at = ({ start }: FileName): string => {
        const { line, column } = positionIn(text, start);
        return `POLICIES: ${path}:${line}:${column}: `;
      };
      return filesOf(data, path, at, exclusionFiles);
    }),
  };
}

/** Resolves a path in a file of policies, which is relative to the folder of that file. */
export function besidePolicies(policiesPath: string, path: string): string {
  return isAbsolute(path) ? path : join(dirname(policiesPath), path);
}

type ExclusionFile = {
  readonly text: string;
  readonly exclusions: readonly PathExclusion[];
  readonly problem: string | undefined;
};

function filesOf(
  data: PolicyData,
  policiesPath: string,
  at: (name: FileName) => string,
  exclusionFiles: Map<string, ExclusionFile>,
): PolicyFiles {
  const problems: string[] = [];
  const bans = data.bans.flatMap((name) => {
    const read = readBanLists([besidePolicies(policiesPath, name.value)]);
    problems.push(
      ...read.problems.slice(0, 1).map((each) => each.replace('BAN_LISTS', 'POLICIES')),
    );
    return read.bans;
  });
  const { exclusions: name } = data;
  let file: ExclusionFile | undefined;
  if (name !== undefined) {
    const path = besidePolicies(policiesPath, name.value);
    file = exclusionFiles.get(path) ?? readExclusionFile(path, at(name));
    exclusionFiles.set(path, file);
    if (file.problem !== undefined) problems.push(file.problem);
  }
  const addresses = bans.map(({ block }) => `${block.family} ${block.bits}/${block.prefix}`);
  const version = JSON.stringify([withoutLocations(data), file?.text, addresses]);
  return { data, exclusions: file?.exclusions ?? [], bans, version, problems };
}

/** Returns the policy without locations and matches, neither of which changes what it does. */
function withoutLocations(data: PolicyData): unknown {
  const { location: _, profileLocation: __, matches: ___, ...rest } = data;
  const { exclusions, bans, backends } = data;
  return {
    ...rest,
    exclusions: exclusions?.value,
    bans: bans.map(({ value }) => value),
    backends: backends && [[...backends.hosts], backends.fallback],
  };
}

/**
 * Reads a file of exclusions. `from`: the prefix of messages, with the location of the file's name in the file of
 * policies.
 */
function readExclusionFile(path: string, from: string): ExclusionFile {
  try {
    const text = readFileSync(path, 'latin1');
    const { exclusions, findings } = readExclusions(text);
    const line = findingsLine(path, text, findings);
    return { text, exclusions, problem: line === undefined ? undefined : `POLICIES: ${line}` };
  } catch (error) {
    const problem = `${from}${cannotRead(path, error)}`;
    return { text: '', exclusions: [], problem };
  }
}
