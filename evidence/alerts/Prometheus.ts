import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "@embedded-super/program/freePorts"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { startCommand } from "@embedded-super/program/startProgram"
import { receiptOf } from "@embedded-super/program/testing/receipt"

/** A Prometheus that watches processes by the rules of `operations/alerts.yml`. */
export interface Prometheus {
  readonly url: string
  /** Waits until an alert fires, or until it doesn't any more; the seconds that this took. */
  readonly fires: (alert: string) => Promise<number>
  readonly clears: (alert: string) => Promise<number>
  /** How many series an expression has had since the start. */
  readonly series: (expression: string) => Promise<number>
  readonly stop: () => Promise<void>
}

/**
 * The rules for a test: it is over in seconds, and its funds are simulated. Nothing else of them changes.
 */
export const hastened = (rules: string): string =>
  rules
    .replaceAll(/for: \w+/g, "for: 1s")
    .replaceAll(/interval: \w+/g, "interval: 1s")
    .replaceAll(/\[[25]m\]/g, "[10s]")
    .replaceAll('mode="live"', 'mode="simulated"')
    .replaceAll("> 60\n", "> 10\n")
    .replaceAll("> 300\n", "> 15\n")

interface Alert {
  readonly labels: { readonly alertname: string }
  readonly state: string
}

interface Options {
  /** Changes the rules; by default they stay as they are. */
  readonly change?: (rules: string) => string
  /** Between two scrapes, and two looks at the rules. */
  readonly seconds?: number
}

interface Found {
  readonly data?: { readonly result: ReadonlyArray<unknown> }
  readonly error?: string
}

/** Starts it for these addresses. */
export const startPrometheus = async (
  targets: ReadonlyArray<string>,
  { change = (rules) => rules, seconds = 1 }: Options = {}
): Promise<Prometheus> => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-prometheus-"))
  const port = await freePort()
  writeFileSync(
    join(folder, "alerts.yml"),
    change(readFileSync(join(projectRoot, "operations/alerts.yml"), "utf8"))
  )
  writeFileSync(
    join(folder, "prometheus.yml"),
    JSON.stringify({
      global: {
        scrape_interval: `${seconds}s`,
        scrape_timeout: `${seconds}s`,
        evaluation_interval: `${seconds}s`
      },
      rule_files: ["alerts.yml"],
      scrape_configs: [{ job_name: "embedded-super", static_configs: [{ targets }] }]
    })
  )
  const program = startCommand("prometheus", [
    `--config.file=${join(folder, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`
  ])
  await program.line((line) => line.includes("ready to receive web requests") || undefined)
  const url = `http://127.0.0.1:${port}`

  const firing = async (): Promise<ReadonlyArray<string>> => {
    const answer = await fetch(`${url}/api/v1/alerts`)
    const { data } = (await answer.json()) as { readonly data: { readonly alerts: ReadonlyArray<Alert> } }
    return data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname)
  }
  const until = async (alert: string, is: boolean) => {
    const began = performance.now()
    await receiptOf(async () => ((await firing()).includes(alert) === is ? true : undefined))
    return Math.round((performance.now() - began) / 100) / 10
  }

  const began = Date.now() / 1000

  return {
    url,
    fires: (alert) => until(alert, true),
    clears: (alert) => until(alert, false),
    series: async (query) => {
      const range = { start: String(began), end: String(Date.now() / 1000), step: "5" }
      const answer = await fetch(`${url}/api/v1/query_range?${new URLSearchParams({ query, ...range })}`)
      const { data, error } = (await answer.json()) as Found
      if (data === undefined) throw new Error(`${query}: ${error}`)
      return data.result.length
    },
    stop: async () => {
      await program.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
