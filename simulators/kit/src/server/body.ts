import { IncomingMessage } from "node:http"

/** Reads a body. */
export const readBody = (request: IncomingMessage, done: (body: Buffer) => void): void => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
}

/** A copy of the request, with its body unread. */
export const unread = (request: IncomingMessage, body: Buffer): IncomingMessage => {
  const { headers, httpVersion, httpVersionMajor, httpVersionMinor, method, rawHeaders, url } = request
  const copy = Object.assign(new IncomingMessage(request.socket), {
    ...{ headers, httpVersion, httpVersionMajor, httpVersionMinor, method, rawHeaders, url },
    complete: true
  })
  copy.push(body)
  copy.push(null)
  return copy
}
