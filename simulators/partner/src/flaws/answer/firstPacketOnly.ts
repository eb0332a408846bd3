import type { Flaw } from "../Flaw.ts"

export const firstPacketOnly: Flaw = {
  name: "first-packet-only",
  group: "answer",
  sentence: "Takes the first packet of a body for the whole body.",
  killedBy: ["ANSWER-2.1-2"],
  play: () => ({
    server: (server) =>
      void server.prependListener("request", (request) => {
        const push = request.push.bind(request)
        let packets = 0
        request.push = (chunk: unknown) => (chunk !== null && packets++ > 0 ? true : push(chunk))
      })
  })
}
