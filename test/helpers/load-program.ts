/** Program -> a waf in this process, on the engine's own sources: nothing is bundled or written. */
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { transformSync } from 'esbuild';
import type { Program } from '../../compiler/3-specialize/program.ts';
import { emit } from '../../compiler/4-emit/emit.ts';
import * as act from '../../runtime/engine/actions/index.ts';
import type { CompiledWaf } from '../../runtime/engine/compiled-waf.ts';
import * as engine from '../../runtime/engine/index.ts';
import * as op from '../../runtime/engine/operators/index.ts';
import * as t from '../../runtime/engine/transformations/index.ts';
import * as v from '../../runtime/engine/variables/index.ts';
