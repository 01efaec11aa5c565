/** The rows about client connections and about the processes themselves. */
import { AT, graph, type Row, rate, stat, sum } from './panel.ts';

export const processRows: readonly Row[] = [
  {
    title: 'TLS',
    panels: [
      stat(
        'First certificate to expire',
        'dateTimeFromNow',
        'The first of all loaded certificates.',
        `min(waf_tls_certificate_expiry_seconds${AT}) * 1000`,
      ),
      graph('Failed handshakes', 'reqps', 'Scanners always cause some.', {
        query: rate('waf_tls_handshakes_failed_total', ''),
        legend: 'handshakes',
      }),
    ],
  },
  {
    title: 'HTTP/2',
    panels: [
      graph(
        'Open',
        'short',
        'Open connections, and their open streams.',
        { query: sum(`waf_http2_sessions${AT}`, ''), legend: 'connections' },
        { query: sum(`waf_http2_streams${AT}`, ''), legend: 'streams' },
      ),
      graph('Streams', 'reqps', 'Streams that clients have opened.', {
        query: rate('waf_http2_streams_total', ''),
        legend: 'streams',
      }),
      graph('Streams reset', 'reqps', 'Streams that the client or the proxy has reset, by code.', {
        query: rate('waf_http2_resets_total', 'by, code'),
        legend: '{{by}} {{code}}',
      }),
      graph(
        'Connections ended',
        'reqps',
        'Connections that the proxy has ended with GOAWAY, by reason.',
        {
          query: rate('waf_http2_goaways_total', 'reason'),
          legend: '{{reason}}',
        },
      ),
    ],
  },
  {
    title: 'Process',
    panels: [
      graph('Processor', 'percentunit', '1: one core is busy.', {
        query: rate('process_cpu_seconds_total', 'instance, worker'),
        legend: '{{instance}} worker {{worker}}',
      }),
      graph(
        'Memory',
        'bytes',
        'Resident memory and JavaScript heap.',
        {
          query: sum(`process_resident_memory_bytes${AT}`, 'instance, worker'),
          legend: '{{instance}} worker {{worker}}',
        },
        {
          query: sum(`nodejs_heap_size_used_bytes${AT}`, 'instance, worker'),
          legend: '{{instance}} heap {{worker}}',
        },
      ),
      graph(
        'Event loop delay',
        's',
        'How long requests wait in the event loop.',
        {
          query: `max by (instance) (nodejs_eventloop_lag_p99_seconds${AT})`,
          legend: '{{instance}} 99 of 100',
        },
        {
          query: `max by (instance) (nodejs_eventloop_lag_max_seconds${AT})`,
          legend: '{{instance}} longest',
        },
      ),
      graph('Open files', 'short', 'Sockets and files.', {
        query: sum(`process_open_fds${AT}`, 'instance'),
        legend: '{{instance}}',
      }),
      graph(
        'Large bodies',
        'bytes',
        'The limits are SPOOL_LIMIT and BODY_MEMORY.',
        {
          query: sum(`waf_spool_bytes${AT}`, 'instance'),
          legend: '{{instance}} on disk',
        },
        {
          query: sum(`waf_body_memory_bytes${AT}`, 'instance'),
          legend: '{{instance}} in memory',
        },
      ),
      graph(
        'Spans',
        'short',
        'Spans that the endpoint has accepted, and dropped spans by reason.',
        {
          query: `${rate('waf_trace_spans_exported_total', '')} or ${rate('waf_trace_spans_dropped_total', 'reason')}`,
          legend: 'spans {{reason}}',
        },
      ),
      graph('Log records lost', 'short', 'A full disk, or a reader that has stopped.', {
        query: sum(`increase(waf_log_records_lost_total${AT}[$__rate_interval])`, 'instance'),
        legend: '{{instance}}',
      }),
    ],
  },
];
