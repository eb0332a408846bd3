/**
 * The calls of the measurement, as they go over the wire. As a program, with `<port> <key> <lookup|registration> <first> <count>`, it
 * makes so many of them over 16 connections that stay open, each sent after the previous answer, and prints the result as JSON.
 */
import { randomUUID } from "node:crypto"
import process from "node:process"
import { closedLoop } from "../closedLoop.ts"

/** The fund's operation that is called. */
export type Kind = "lookup" | "registration"

const paths: Readonly<Record<Kind, string>> = {
  lookup: "/v1/employer_lookup",
  registration: "/v1/member_registration"
}

/** A match with a number, one without, and no match. */
const abns = ["80000000001", "61000000002", "42000000003"]

const weights = [1, 4, 3, 7, 5, 8, 6, 9]

/** The n-th tax file number, in the order of their first eight digits, whose check digit exists. */
const tfnFrom = (n: number): string => {
  const digits = String(10_000_000 + n)
  const check = weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11
  return check === 10 ? tfnFrom(n + 40_000_000) : `${digits}${check}`
}

const bodyOf = (kind: Kind, nth: number): unknown =>
  kind === "lookup"
    ? { abn: abns[nth % abns.length] }
    : {
        tfn: tfnFrom(nth),
        first_name: "Niamh",
        middle_name: "Jane",
        family_name: "O'Connor",
        date_of_birth: "1990-04-17",
        email: `niamh.${nth}@example.com`,
        phone_number: "+61491570006",
        address_line_1: "12 Wattle Street",
        address_line_2: "Unit 4",
        locality: "Fitzroy",
        postcode: "3065",
        state: "VIC",
        gender: "female",
        employment_start_date: "2026-12-01",
        contribution_frequency: "monthly"
      }

/** The n-th call of the fund API: each registration is another person's. */
export const requestOf = (kind: Kind, nth: number, port: number, key: string): Buffer => {
  const body = JSON.stringify(bodyOf(kind, nth))
  const lines = [
    `POST ${paths[kind]} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    "content-type: application/json",
    "accept: application/json",
    `x-auth-key: ${key}`,
    `idempotency-key: ${randomUUID()}`,
    `content-length: ${Buffer.byteLength(body)}`
  ]
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`)
}

if (import.meta.main) {
  const [port = "0", key = "", kind = "lookup", first = "0", count = "1"] = process.argv.slice(2)
  const requests = Array.from({ length: Number(count) }, (_, nth) =>
    requestOf(kind as Kind, Number(first) + nth, Number(port), key)
  )
  console.log(JSON.stringify(await closedLoop(Number(port), requests)))
}
