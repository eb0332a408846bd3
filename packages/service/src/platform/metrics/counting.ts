import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import {
  type CounterName,
  definitionOf,
  type HistogramName,
  type LabelsOf,
  type Measure,
  type MetricName
} from "./definitions.ts"

/** A series as Effect makes it. It is made once: making one costs more than raising it. */
const made = new Map<string, Metric.Metric<number, unknown>>()

const make = (name: MetricName, attributes: Readonly<Record<string, string>>) => {
  const { bounds = [], description, type } = definitionOf(name)
  switch (type) {
    case "counter":
      return Metric.counter(name, { description, attributes, incremental: true })
    case "gauge":
      return Metric.gauge(name, { description, attributes })
    case "histogram":
      return Metric.histogram(name, { description, attributes, boundaries: bounds })
  }
}

const seriesOf = (name: MetricName, labels: Readonly<Record<string, string>>) => {
  const values = definitionOf(name).labels.map((label) => labels[label])
  const key = [name, ...values].join("\n")
  const known = made.get(key)
  if (known !== undefined) return known
  const series: Metric.Metric<number, unknown> = make(name, labels)
  made.set(key, series)
  return series
}

/** Raises a counter. */
export const count = <Name extends CounterName>(
  name: Name,
  labels: LabelsOf<Name>,
  by = 1
): Effect.Effect<void> => Metric.update(seriesOf(name, labels), by)

/** Adds a value, in seconds, to a histogram. */
export const observe = <Name extends HistogramName>(
  name: Name,
  labels: LabelsOf<Name>,
  seconds: number
): Effect.Effect<void> => Metric.update(seriesOf(name, labels), seconds)

/** Writes figures that were read just now into the registry of the context, which must be empty before. */
export const keep = (measures: ReadonlyArray<Measure>, context: Context.Context<never>): void => {
  for (const { labels, name, value } of measures) seriesOf(name, labels).updateUnsafe(value, context)
}
