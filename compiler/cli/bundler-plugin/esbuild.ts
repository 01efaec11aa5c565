/** `portcullis-waf/esbuild`: the plugin for esbuild. */
import { unplugin } from './index.ts';

export const portcullis: (typeof unplugin)['esbuild'] = unplugin.esbuild;
