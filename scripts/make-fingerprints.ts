/**
 * Derives the table of token patterns that mean SQL injection, and writes it as a data module: `npx tsx
 * scripts/make-fingerprints.ts`. The grammar is in docs/spec/libinjection.md#fingerprints.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of the data module. */
export const target = new URL(
  '../runtime/engine/libinjection/sql/fingerprint-table.ts',
  import.meta.url,
);
const maxLetters = 5;
const maxLineLength = 90;

const seeds = words(`
  &1UE1 &1os1 &so1n &son1 )&(En )UE1k 1&(1& 1&(1, 1&(E1 1&(Eo 1&1 1&1&1 1&1)& 1&1)U 1&1)c 1&1)o
  1&1;E 1&1B1 1&1En 1&1Tn 1&1U 1&1U( 1&1UE 1&1k1 1&E(o 1&E1 1&E1k 1&EUE 1&f(E 1&k&1 1&k1o 1&kc
  1&knk 1&ko1 1&kok 1&s1 1&vs 1(Ef( 1(Enk 1(U(E 1)&(E 1)&1 1)&1& 1)&1) 1)&1B 1)&1U 1)&1f 1),(1
  1);E1 1);Eo 1)B1 1)B1& 1)B1U 1)B1k 1)B1n 1)E1c 1)U(E 1)UE1 1)c 1)f(f 1)k1& 1)k1; 1)k1B 1)k1E
  1)k1U 1)kB1 1)kUE 1)knc 1)knk 1)o(E 1)o1 1)o1& 1)o1) 1)o1B 1)o1U 1)o1k 1,(1) 1,(E1 1,f() 1,f(1
  1;E(E 1;E1, 1;E1; 1;E1T 1;E1c 1;E1k 1;Eko 1;EnE 1;T(c 1;T1( 1;T; 1;TTn 1;Tkk 1;To( 1;n:T 1A(n)
  1A(no 1AtUE 1Ato1 1B1 1B1&1 1B1,( 1B1,f 1B1B1 1B1U( 1B1UE 1B1k1 1BE(1 1E1;T 1E1T1 1E1UE 1E1c
  1EU1, 1EU1c 1EUEf 1Ek(E 1EnEn 1Eokn 1TE1n 1TTnE 1TTnT 1TTnk 1TTnn 1Tn1c 1Tn;E 1Tn;n 1TnE1 1TnT1
  1Tnkn 1Tnn: 1Tv(1 1U 1U(E1 1U1,( 1U1,f 1U1c 1UE 1UE(E 1UE(o 1UE1 1UE1& 1UE1) 1UE1, 1UE1B 1UE1U
  1UE1k 1UE1n 1UE1s 1UEf 1UEf, 1UEok 1UEon 1UTn1 1Uk(E 1Uo(E 1Uon1 1c 1f()k 1f(1n 1f(E1 1f(n,
  1k)&1 1k);E 1k)B1 1k)E1 1k)UE 1k)f( 1k)o( 1k)of 1k1 1k1&1 1k1;E 1k1B1 1k1E1 1k1U( 1k1UE 1kUE1
  1n&f( 1n(s) 1n)UE 1n,f( 1nE1c 1nU(E 1nUE 1nUE1 1o(1& 1o(1, 1o(E1 1o(EE 1o(Eo 1oU(E 1oUEn 1of(E
  1ok&1 1ok1c 1oko1 1os&U 1os1n 1oskB 1ov 1sUE 1sv 1vos1 1vs ;T(Ef ;Tknc E(1&1 E(1)c E(1,f E(1n)
  E(1s) E(E(E E(E1& E(E1) E(f(E E(n1) E1&(E E1&1) E1) E1)&1 E1);( E1);E E1)UE E1)kn E1)o1 E1,(1
  E1,f( E1;(E E1B1) E1U(E E1UE1 E1k(E E1k1) E1k1k E1kn E1knU E1n)U E1nkn E1o(E E1v EE(f( Ef(1&
  Ef(1, Ef(E1 Ef(o) Ek1n Ek1sf Ek1sk Ekn1 Ekn1k Eko(1 En(s) En1; Enkn, EnknB Eok(E Eoknk Eso1n Evn
  Evnos Evs T(1s) T(sno T1f(1 Tn1; U(E(k U(E1) U(Enk U(Eok UE(1, UE1 UE1,( UE1,f UE1k1 UEn() Uf(1o
  X f(),1 f()n1 f(1&1 f(1) f(1,( f(1,f f(E(E f(E1& f(E1) f(E1k f(Eok f(f(E f(k() f(k,( f(k,f f(t,(
  f(t,f k1,(1 k1,f( k1A(n k1Aso k1k1U k1os1 kso1n kson1 n1s; n1sc nB(1& s1nc s1v so1n& so1n( so1n,
  so1nE so1nU
`);

/** Fragments that no fingerprint may contain. `^` and `$` mark the start and the end of a fingerprint. */
const forbiddenFragments = words(`
  (( )( )) 11 A1 Un ^( ss v1 &1s &1v &sn (vn )nn )ns )nv )sn )vn 1(1 1(s 1(v 1no 1o1 1s( 1s1 1so
  A(1 Bnn Bsn Bvn Ekk Env ^n( ^nn ^nv ^sn ^vn ^vs ^vv knn kno kns knv ksn kvn kvv n(n n1f n1n nEk
  no1 ns( nsf nsv o1o onn ono onv osn oso ovn ovv s(1 s(v s1o svn v(n v(s v(v vo1 von vov vsn vv$
  vv; vvc vvo (nn$ (sn$ 1on$ 1on& 1on( 1on) 1on, 1on1 1on; 1onA 1onB 1onE 1onT 1onU 1onf 1onk B(n)
  E(nn E(ns E(nv E(sn E(vv UEsn ^Enn ^Ens ^Esn ^n)c ^nU$ ^sU$ k(ns k(nv n&EU n&nE n&nT n&nc nEnE
  non( non1 nonf o1sf on1s onkn onso s&EU sonc v&EU 1;TnE 1k(1) 1n(1) En(1) ^1&n$ ^1os$ ^E1n$
  ^E1s$ ^UEn$ ^n&n$ ^n&s$ ^nBn$ ^nEnc ^nknc ^nov$ ^nso( ^s1s$ ^so1$ ^svs$ n&EkU n&En$ n&n&n n&n;$
  n&nBn n&nkn n,(n) n;Tkn nUEnn nf(1n nf(n) nk(n) nk1;$ nkn&n nknEn nok&1 nok&f nok&n nok&s nok&v
  nos;n nsof( nsos( nsos1 nsosf nsosv nsov( nsovf nsovo nsovs s&EkU sUEnn sons$ v&EkU vUEnn ^1)on$
  ^Enkn$ ^n)o1$ ^nkn;$ ^s)on$
`);

/** The replacements for each occurrence of a letter (rules R1 to R4). */
const substitutes = new Map<string, readonly string[]>([
  ['1', ['n', 'v', 's', 'f()', 'f(1)', '(1)', '1os', '1ov']],
  ['s', ['1', 'v', 'f()', 'f(1)', '(s)', 'so1', 'sov', 'son']],
  ['v', ['1', 's', 'f()', 'f(1)', '(v)', 'vos']],
  ['E', ['Ek']],
]);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

function substitutions(fingerprint: string): readonly string[] {
  return [...fingerprint].flatMap((letter, index) =>
    (substitutes.get(letter) ?? []).map(
      (substitute) => fingerprint.slice(0, index) + substitute + fingerprint.slice(index + 1),
    ),
  );
}

/** Appends a comment or statement end to a short fingerprint (rule R7). */
function terminations(fingerprint: string): readonly string[] {
  const { length } = fingerprint;
  if (length < 2 || length >= maxLetters || fingerprint.endsWith('c')) return [];
  return fingerprint.endsWith(';')
    ? [`${fingerprint}c`]
    : [`${fingerprint}c`, `${fingerprint};`, `${fingerprint};c`];
}

function rewritings(fingerprint: string): readonly string[] {
  return [
    ...substitutions(fingerprint),
    fingerprint.replaceAll(';E', ';T'),
    fingerprint.replaceAll('At', 'As'),
    ...(fingerprint.startsWith('T') ? [`1;${fingerprint}`, `1);${fingerprint}`] : []),
    ...terminations(fingerprint),
  ];
}

function isForbidden(fingerprint: string): boolean {
  const anchored = `^${fingerprint}$`;
  return forbiddenFragments.some((fragment) => anchored.includes(fragment));
}

/** Returns all fingerprints in byte order: the closure of the seeds under the rewriting rules. */
export function makeFingerprints(): readonly string[] {
  const found = new Set(seeds);
  // A Set also iterates over elements that are added during the iteration, so it serves as work list.
  for (const fingerprint of found) {
    for (const rewriting of rewritings(fingerprint)) {
      const candidate = rewriting.slice(0, maxLetters);
      if (!found.has(candidate) && !isForbidden(candidate)) found.add(candidate);
    }
  }
  return [...found].sort();
}

/** Returns a letter and a text for each item: the number of its first letters that the item before has, and the rest. */
function shortened(items: readonly string[]): readonly string[] {
  return items.map((item, index) => {
    const before = items[index - 1] ?? '';
    let shared = 0;
    while (shared < before.length && item[shared] === before[shared]) shared += 1;
    return `${'abcde'.charAt(shared)}${item.slice(shared)}`;
  });
}

/** Returns a string literal over several lines. */
function wrap(items: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const item of items) {
    if (line.length + item.length > maxLineLength) {
      lines.push(line);
      line = '';
    }
    line += item;
  }
  return [...lines, line].map((text) => `  '${text}'`).join(' +\n');
}

/** Returns the source text of the data module. */
export function renderFingerprints(): string {
  const fingerprints = makeFingerprints().map((fingerprint) => fingerprint.toUpperCase());
  return `/**
 * Token patterns that mean SQL injection, sorted, in upper case; written by scripts/make-fingerprints.ts. The letters a to
 * e say how many letters a fingerprint shares with the one before it; the rest of it follows. Written out, the table would
 * be ten times as large in a compressed module.
 */
export const table =
${wrap(shortened(fingerprints.toSorted()))};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(target, renderFingerprints());
}
