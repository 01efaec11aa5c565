/** `portcullis-waf/vite`: the plugin for Vite. */
import { unplugin } from './index.ts';

export const portcullis: (typeof unplugin)['vite'] = unplugin.vite;
