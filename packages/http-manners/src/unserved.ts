import * as Duration from "effect/Duration"
import { plainProblem } from "./plainProblem.ts"
import { unavailable } from "./refusals.ts"

interface Response {
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown
  end(data: string): unknown
}

/** As much of node:http's Server as is needed to answer while it listens and serves nothing. */
export interface ListeningServer {
  on(event: "request", listener: (request: unknown, response: Response) => void): unknown
  listenerCount(event: "request"): number
}

const { detail = "", headers: retryAfter } = unavailable(Duration.seconds(1))

/**
 * Answers 503 while nothing else listens for requests: before the routes are attached, and after they are taken off.
 * Without it Node accepts such a request and never answers it. Call it after all that listens besides the routes.
 */
export const answerUnserved = <S extends ListeningServer>(
  server: S,
  problemType: (code: string) => string = () => "about:blank"
): S => {
  const withoutRoutes = server.listenerCount("request") + 1
  server.on("request", (_, response) => {
    if (server.listenerCount("request") > withoutRoutes) return
    const { body, headers, status } = plainProblem("service_unavailable", detail, problemType)
    response.writeHead(status, { ...headers, ...retryAfter })
    response.end(body)
  })
  return server
}
