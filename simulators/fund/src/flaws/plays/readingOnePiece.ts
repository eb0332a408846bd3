import type { IncomingMessage, Server, ServerResponse } from "node:http"

/** A body whose first piece isn't all of it is refused, as if it were broken. */
export const readingOnePiece = (server: Server): void => {
  const emit = server.emit.bind(server) as (event: string, ...args: Array<unknown>) => boolean
  const read = (request: IncomingMessage, response: ServerResponse): void => {
    const piece = request.read() as Buffer | null
    if (piece === null || piece.length < Number(request.headers["content-length"])) {
      response.writeHead(400).end()
      return
    }
    request.unshift(piece)
    emit("request", request, response)
  }
  server.emit = ((event: string, ...args: Array<unknown>) => {
    const [request, response] = args as [IncomingMessage, ServerResponse]
    if (event !== "request" || Number(request.headers["content-length"] ?? 0) === 0)
      return emit(event, ...args)
    request.once("readable", () => read(request, response))
    return true
  }) as typeof server.emit
}
