/** `portcullis-waf/webpack`: the plugin for webpack. */
import { unplugin } from './index.ts';

export const portcullis: (typeof unplugin)['webpack'] = unplugin.webpack;
