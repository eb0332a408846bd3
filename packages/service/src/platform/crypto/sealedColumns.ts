/** Every column with sealed values. `resealing` reads all of them, so a test compares this list with the schema. */
export const SEALED_COLUMNS: ReadonlyArray<readonly [table: string, column: string]> = [
  ["choice_forms", "sealed"],
  ["embed_drafts", "typed"],
  ["employees", "details"],
  ["employer_details", "answers"],
  ["employer_issues", "note"],
  ["employer_list_salts", "sealed"],
  ["employers", "contact"],
  ["fund_credentials", "sealed"],
  ["funds", "check_settings"],
  ["idempotency_keys", "answer"],
  ["onboarding_session_intents", "details"],
  ["onboarding_sessions", "details"],
  ["sftp_host_keys", "sealed"],
  ["simulated_ato_employers", "fund"],
  ["stapling_requests", "fund"],
  ["super_selections", "membership"],
  ["super_selections", "self_managed"],
  ["super_selections", "unlisted"],
  ["tax_file_numbers", "masked"],
  ["tax_file_numbers", "sealed"],
  ["vault_keys", "sealed"],
  ["verification_codes", "phone"],
  ["webhook_attempts", "answer"],
  ["webhook_keys", "sealed"],
  ["webhook_secrets", "sealed"]
]

/** Columns of bytes that hold no sealed value: digests, fingerprints and public keys. */
export const OTHER_COLUMNS: ReadonlyArray<readonly [table: string, column: string]> = [
  ["api_keys", "secret_hash"],
  ["audit_head", "hash"],
  ["audit_head", "mac"],
  ["audit_seals", "digest"],
  ["audit_seals", "hash"],
  ["embed_sessions", "opener_hash"],
  ["embed_sessions", "token_hash"],
  ["employer_list_entries", "key"],
  ["employer_lookup_abns", "key"],
  ["idempotency_keys", "fingerprint"],
  ["idempotency_keys", "key_digest"],
  ["retired_master_keys", "id"],
  ["session_remains", "email_hash"],
  ["session_remains", "phone_hash"],
  ["verification_codes", "code_hash"],
  ["webhook_keys", "public_key"]
]
