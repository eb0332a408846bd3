import * as Duration from "effect/Duration"
import { plainProblem } from "./plainProblem.ts"
import { unavailable } from "./refusals.ts"

interface Request {
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

interface Response {
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown
  end(data: string): unknown
}

/** As much of node:http's Server as is needed to answer while it listens and serves nothing. */
export interface ListeningServer {
  on(event: "request", listener: (request: Request, response: Response) => void): unknown
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
  server.on("request", (request, response) => {
    if (server.listenerCount("request") > withoutRoutes) return
    const known = { url: request.url ?? "/", requestId: String(request.headers["x-request-id"]) }
    const { body, headers, status } = plainProblem("service_unavailable", detail, problemType, known)
    response.writeHead(status, { ...headers, ...retryAfter })
    response.end(body)
  })
  return server
}
