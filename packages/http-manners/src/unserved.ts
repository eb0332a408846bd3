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

/** The part of node:http's Server that is needed to answer while it listens without routes. */
export interface ListeningServer {
  on(event: "request", listener: (request: Request, response: Response) => void): unknown
  listenerCount(event: "request"): number
}

const { detail = "", headers: retryAfter } = unavailable(Duration.seconds(1))

/**
 * Answers 503 while no other listener handles requests: before the routes are attached, and after they are detached.
 * Node itself would accept such a request and never answer it. Call this after all other listeners are attached.
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
