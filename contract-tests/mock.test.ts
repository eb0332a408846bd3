/**
 * The SDK's mock, which partners test with and the partner kit plays, beside the service: the same walks get the same
 * answers. That each answer fits the spec is checked of both; `packages/partner-sdk/test/consumer.test.ts` calls every
 * operation of the mock.
 */
import { beforeAll, describe, expect, it } from "vitest"
import { mockPlayer, type Player, servicePlayers, walkerOf } from "./src/mock/Walker.ts"
import { type Walk, walks } from "./src/mock/walks.ts"

/** The notes of a walk, a line each. */
const notesOf = async (walk: Walk, player: Player): Promise<ReadonlyArray<string>> => {
  const notes: Array<unknown> = []
  await walk(walkerOf(player, notes))
  return notes.map((note) => JSON.stringify(note))
}

describe("the mock of the SDK", () => {
  let nextPlayer: () => Promise<Player>
  beforeAll(async () => {
    nextPlayer = await servicePlayers(Object.keys(walks).length)
  })

  it.each(Object.keys(walks))("answers as the service does a partner that %s", async (name) => {
    const ofService = await notesOf(walks[name]!, await nextPlayer())
    const ofMock = await notesOf(walks[name]!, await mockPlayer())
    expect(ofService.join("\n")).not.toContain('"broken"')
    expect(ofMock).toEqual(ofService)
  })
})
