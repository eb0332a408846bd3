import type { Flaw } from "../Flaw.ts"

export const stormOn503: Flaw = {
  name: "storm-on-503",
  group: "callback",
  sentence: "Calls again at once after 503, five times.",
  killedBy: ["CALLBACK-4.1-15"],
  play: () => ({
    entity: (payload, options, fetchEntity) =>
      fetchEntity(payload, {
        ...options,
        fetch: async (url, init) => {
          let answer = await options.fetch(url, init)
          for (let times = 0; times < 5 && answer.status === 503; times++)
            answer = await options.fetch(url, init)
          return answer
        }
      })
  })
}
