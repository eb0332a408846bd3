import * as Effect from "effect/Effect"
import { Agent } from "undici"

/** The same number of requests of the same size, unsigned, from nowhere, recorded nowhere: requests a second. */
export const bareLoop = (origin: string, requests: number, atOnce: number, bodySize: number) =>
  Effect.promise(async () => {
    const agent = new Agent()
    const body = "x".repeat(bodySize)
    let left = requests
    const began = performance.now()
    await Promise.all(
      Array.from(
        { length: atOnce },
        () =>
          new Promise<void>((resolve, reject) => {
            const next = () => {
              if (left === 0) return resolve()
              left -= 1
              agent.dispatch(
                {
                  origin,
                  path: "/hooks",
                  method: "POST",
                  headers: ["content-type", "application/json"],
                  body
                },
                {
                  onRequestStart: () => undefined,
                  onResponseStart: () => undefined,
                  onResponseData: () => undefined,
                  onResponseEnd: next,
                  onResponseError: (_, error) => reject(error)
                }
              )
            }
            next()
          })
      )
    )
    await agent.destroy()
    return (requests / (performance.now() - began)) * 1000
  })
