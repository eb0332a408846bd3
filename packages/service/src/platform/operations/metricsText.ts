import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { keep } from "../metrics/counting.ts"
import type { Measure } from "../metrics/definitions.ts"

/** Prometheus's text format. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

/**
 * The metrics of this process in Prometheus's text format: those that it counted, and the figures that were read now. Those have
 * a registry of their own each time: a series that is no longer read, of a fund that recovered for example, is gone.
 */
export const metricsText = (measures: ReadonlyArray<Measure>): Effect.Effect<string> =>
  Effect.contextWith((context: Context.Context<never>) => {
    const read = Context.add(context, Metric.MetricRegistry, new Map())
    keep(measures, read)
    return Effect.succeed(PrometheusMetrics.formatUnsafe(context) + PrometheusMetrics.formatUnsafe(read))
  })
