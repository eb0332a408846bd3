import { isConversion } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const postNotTriedAgain: Flaw = {
  name: "post-not-tried-again",
  group: "duplicate",
  sentence: "Tries a GET again after a failure, and a POST never.",
  killedBy: ["DUPLICATE-3-5"],
  play: () => {
    const tried = new Set<string>()
    return {
      call: async (request, send) => {
        if (!isConversion(request)) return send(request)
        if (tried.has(request.url)) return Response.json({}, { status: 400 })
        tried.add(request.url)
        const answer = await send(request)
        return answer.status < 500 ? answer : Response.json({}, { status: 400 })
      }
    }
  }
}
