/** The primary process: starts workers, replaces those that die or hang, keeps the rate limit and the admin port. */
import cluster, { type Worker } from 'node:cluster';
import { performance } from 'node:perf_hooks';
import { renderMetrics } from '../metrics/metrics.ts';
import type { ProxySettings, SettingsRead } from '../settings/read-settings.ts';
import { openAdminPort } from './admin-port.ts';
import { listeningLine, startWarnings } from './announce.ts';
import { askForMetrics, type MetricsDesk, metricsDesk } from './metrics-desk.ts';
import { type Limiter, limiterSnapshot, localLimiter } from './local-limiter.ts';
import { readMessage, type ToPrimary, type ToWorker } from './messages.ts';
import type { Operator } from './operator.ts';
import type { Run } from './run-single.ts';
