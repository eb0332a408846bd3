import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { METRICS_TYPE, metricsText } from "./metricsText.ts"
import type { OperationsShape } from "./Operations.ts"

const plain = (lines: ReadonlyArray<string>, status = 200) =>
  HttpServerResponse.text(`${lines.join("\n")}\n`, { status, headers: { "cache-control": "no-store" } })

/**
 * `/live` answers as long as the event loop runs. `/ready` is 503 while the process can't do its work, with a line for each
 * reason; a process that works and sends nothing (D-restored-databases) is 200 and says so. `/metrics` is for Prometheus.
 */
export const operationsRoutes = ({ findings, measures }: OperationsShape) =>
  Layer.mergeAll(
    HttpRouter.add("GET", "/live", plain(["live"])),
    HttpRouter.add(
      "GET",
      "/ready",
      Effect.map(findings, (found) => {
        const isReady = found.every((finding) => finding.isReady)
        return plain(
          [isReady ? "ready" : "not ready", ...found.map(({ words }) => words)],
          isReady ? 200 : 503
        )
      })
    ),
    HttpRouter.add(
      "GET",
      "/metrics",
      Effect.map(Effect.flatMap(measures, metricsText), (text) =>
        HttpServerResponse.text(text, { contentType: METRICS_TYPE, headers: { "cache-control": "no-store" } })
      )
    )
  )
