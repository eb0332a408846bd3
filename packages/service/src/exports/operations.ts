/** What the operations port shows, for tests of a running service. */
export { definitionOf, definitions, type MetricName } from "../platform/metrics/definitions.ts"
