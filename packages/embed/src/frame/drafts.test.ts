import { describe, expect, it } from "vitest"
import { patchOf, textAt, typedAt, withDraft } from "./drafts.ts"

describe("a draft in the frame", () => {
  it("is a merge patch of the fields by their pointers", () => {
    expect(
      patchOf({
        "/given_name": "Nia",
        "/address/locality": "Crai",
        "/address/postcode": "",
        "/custom_answers/0/question_id": "size",
        "/custom_answers/0/answer": "Small",
        "/custom_answers/1/answer": "x"
      })
    ).toEqual({
      given_name: "Nia",
      address: { locality: "Crai", postcode: "" },
      custom_answers: [{ question_id: "size", answer: "Small" }, { answer: "x" }]
    })
  })

  it("gives a field its text, also an empty one", () => {
    const draft = { given_name: "", address: { locality: "Crai" }, custom_answers: [{ answer: "Small" }] }
    expect(textAt(draft, "/given_name")).toBe("")
    expect(textAt(draft, "/address/locality")).toBe("Crai")
    expect(textAt(draft, "/custom_answers/0/answer")).toBe("Small")
    for (const pointer of ["/family_name", "/address", "/address/postcode/0", "/custom_answers/1/answer"]) {
      expect(textAt(draft, pointer)).toBeUndefined()
    }
    expect(textAt(undefined, "/given_name")).toBeUndefined()
  })

  it("is in the view after it was saved, beside the drafts that were there", () => {
    const view = {
      revision: 1,
      drafts: { identity: { given_name: "N" }, contact: { address: { state: "V" } } }
    }
    expect(withDraft(view, "contact", { address: { locality: "Crai" }, email: "n" }, 2)).toEqual({
      revision: 2,
      drafts: {
        identity: { given_name: "N" },
        contact: { address: { state: "V", locality: "Crai" }, email: "n" }
      }
    })
    expect(withDraft({ revision: 1 }, "job", { job_title: "x" }, 2)).toEqual({
      revision: 2,
      drafts: { job: { job_title: "x" } }
    })
  })

  it("takes a date as it is typed, and a list as a whole", () => {
    const texts = new Map([
      ["/given_name", " Nia"],
      ["/date_of_birth/day", ""],
      ["/date_of_birth/month", "2"],
      ["/date_of_birth/year", "1994"],
      ["/start_date/day", ""],
      ["/custom_answers/0/answer", "a"],
      ["/custom_answers/1/answer", "b"]
    ])
    expect(typedAt(texts, "/given_name")).toEqual({ "/given_name": " Nia" })
    expect(typedAt(texts, "/date_of_birth/day")).toEqual({ "/date_of_birth": "1994-2-" })
    expect(typedAt(texts, "/start_date/year")).toEqual({ "/start_date": "" })
    expect(typedAt(texts, "/custom_answers/1/answer")).toEqual({
      "/custom_answers/0/answer": "a",
      "/custom_answers/1/answer": "b"
    })
    expect(typedAt(texts, "/consent")).toEqual({ "/consent": "" })
  })
})
