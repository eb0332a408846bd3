import type { OtherFund } from "../flaws/Flaw.ts"

export const answersInPieces: OtherFund = {
  name: "answers-in-pieces",
  sentence: "The fund sends its answers in pieces, without their length.",
  play: () => ({
    exchange: async (call, serve) => {
      const { body, headers, status } = await serve(call)
      const { "content-length": _, ...others } = headers
      return (response) => {
        response.writeHead(status, others as Record<string, string>)
        const bytes = Buffer.from(body)
        const half = Math.floor(bytes.length / 2)
        if (half > 0) response.write(bytes.subarray(0, half))
        setImmediate(() => response.end(bytes.subarray(half)))
      }
    }
  })
}
