import type { Migration } from "./Migration.ts"
import partners from "./0001_partners.ts"
import auditLog from "./0002_audit_log.ts"
import idempotencyKeys from "./0003_idempotency_keys.ts"
import vaultKeys from "./0004_vault_keys.ts"
import rateLimits from "./0005_rate_limits.ts"
import employers from "./0010_employers.ts"
import employees from "./0011_employees.ts"
import funds from "./0020_funds.ts"
import onboardingSessions from "./0030_onboarding_sessions.ts"
import superSelections from "./0031_super_selections.ts"
import taxFileNumbers from "./0032_tax_file_numbers.ts"
import embedSessions from "./0033_embed_sessions.ts"
import memberRegistrations from "./0040_member_registrations.ts"
import events from "./0050_events.ts"
import webhookEndpoints from "./0051_webhook_endpoints.ts"
import webhookDeliveries from "./0052_webhook_deliveries.ts"
import queue from "./0053_queue.ts"
import webhookHealth from "./0060_webhook_health.ts"
import webhookNotices from "./0061_webhook_notices.ts"
import hotWebhookTables from "./0062_hot_webhook_tables.ts"
import attemptUrls from "./0065_attempt_urls.ts"
import webhookKeys from "./0066_webhook_keys.ts"
import onboardingSessionIntents from "./0070_onboarding_session_intents.ts"
import idempotencyKeyDigests from "./0071_idempotency_key_digests.ts"
import webhookReplaysAndMail from "./0067_webhook_replays_and_mail.ts"
import employerIssues from "./0075_employer_issues.ts"
import closedDefaultFunds from "./0076_closed_default_funds.ts"
import stapling from "./0080_stapling.ts"
import employerAutomations from "./0081_employer_automations.ts"
import closedDefaultFundRows from "./0082_closed_default_fund_rows.ts"
import sessionLifeCycle from "./0085_session_life_cycle.ts"
import retention from "./0086_retention.ts"
import phoneVerification from "./0087_phone_verification.ts"
import abandonment from "./0088_abandonment.ts"
import choiceForms from "./0090_choice_forms.ts"
import selectionSources from "./0091_selection_sources.ts"
import employerMatches from "./0095_employer_matches.ts"
import dueDeliveries from "./0096_due_deliveries.ts"
import fundCredentialKeys from "./0100_fund_credential_keys.ts"
import fundGates from "./0101_fund_gates.ts"
import registrationRetries from "./0102_registration_retries.ts"
import employerLists from "./0105_employer_lists.ts"
import lookupDefences from "./0106_lookup_defences.ts"
import sftpAccounts from "./0107_sftp_accounts.ts"
import employerDetails from "./0108_employer_details.ts"
import employerListFileEnds from "./0115_employer_list_file_ends.ts"
import clockOffset from "./0120_clock_offset.ts"
import fundCalls from "./0125_fund_calls.ts"
import employerListDryRuns from "./0130_employer_list_dry_runs.ts"
import embedOpeners from "./0140_embed_openers.ts"
import matchLookups from "./0141_match_lookups.ts"
import choiceFormNumbers from "./0145_choice_form_numbers.ts"

/** Every migration by its file's name; they are applied in the order of the names. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001_partners": partners,
  "0002_audit_log": auditLog,
  "0003_idempotency_keys": idempotencyKeys,
  "0004_vault_keys": vaultKeys,
  "0005_rate_limits": rateLimits,
  "0010_employers": employers,
  "0011_employees": employees,
  "0020_funds": funds,
  "0030_onboarding_sessions": onboardingSessions,
  "0031_super_selections": superSelections,
  "0032_tax_file_numbers": taxFileNumbers,
  "0033_embed_sessions": embedSessions,
  "0040_member_registrations": memberRegistrations,
  "0050_events": events,
  "0051_webhook_endpoints": webhookEndpoints,
  "0052_webhook_deliveries": webhookDeliveries,
  "0053_queue": queue,
  "0060_webhook_health": webhookHealth,
  "0061_webhook_notices": webhookNotices,
  "0062_hot_webhook_tables": hotWebhookTables,
  "0065_attempt_urls": attemptUrls,
  "0066_webhook_keys": webhookKeys,
  "0070_onboarding_session_intents": onboardingSessionIntents,
  "0071_idempotency_key_digests": idempotencyKeyDigests,
  "0067_webhook_replays_and_mail": webhookReplaysAndMail,
  "0075_employer_issues": employerIssues,
  "0076_closed_default_funds": closedDefaultFunds,
  "0080_stapling": stapling,
  "0081_employer_automations": employerAutomations,
  "0082_closed_default_fund_rows": closedDefaultFundRows,
  "0085_session_life_cycle": sessionLifeCycle,
  "0086_retention": retention,
  "0087_phone_verification": phoneVerification,
  "0088_abandonment": abandonment,
  "0090_choice_forms": choiceForms,
  "0091_selection_sources": selectionSources,
  "0095_employer_matches": employerMatches,
  "0096_due_deliveries": dueDeliveries,
  "0100_fund_credential_keys": fundCredentialKeys,
  "0101_fund_gates": fundGates,
  "0102_registration_retries": registrationRetries,
  "0105_employer_lists": employerLists,
  "0106_lookup_defences": lookupDefences,
  "0107_sftp_accounts": sftpAccounts,
  "0108_employer_details": employerDetails,
  "0115_employer_list_file_ends": employerListFileEnds,
  "0120_clock_offset": clockOffset,
  "0125_fund_calls": fundCalls,
  "0130_employer_list_dry_runs": employerListDryRuns,
  "0140_embed_openers": embedOpeners,
  "0141_match_lookups": matchLookups,
  "0145_choice_form_numbers": choiceFormNumbers
}
