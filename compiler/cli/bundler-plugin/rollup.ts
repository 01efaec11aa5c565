/** `portcullis-waf/rollup`: the plugin for Rollup. */
import { unplugin } from './index.ts';

export const portcullis: (typeof unplugin)['rollup'] = unplugin.rollup;
