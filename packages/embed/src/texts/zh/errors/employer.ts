import { each, type Sentences } from "../../en/errors/index.ts"

/** Mistakes in the employer embed, in Chinese. */
export const employer: Sentences = {
  "/fund_product_id": {
    ...each("请选择基金"),
    not_allowed: "该基金不能在此使用。请选择其他基金。",
    not_found: "该基金已不在列表中。请选择其他基金。"
  },
  "/match": { required: "请选择一个，或选择“都不是”" },
  "/employer_number": {
    ...each("请检查此编号，或留空"),
    too_long: "此编号太长。请检查，或留空。",
    invalid_format: "此编号只能使用字母、数字、空格和 - / .",
    not_allowed: "这不是雇主编号。可以留空。"
  },
  "/accepted_terms_versions": each("条款已更新。请阅读后继续。"),
  "/reason": each("请选择原因"),
  "/connected_by": each("请选择由谁与 ATO 联系"),
  "/agent_number": each("请输入代理编号：7 或 8 位数字"),
  "/agent_abn": { ...each("请输入 11 位数字的 ABN"), invalid_checksum: "该 ABN 不正确，请逐位核对。" },
  "/industry_code": each("请选择行业"),
  "/employee_count": each("请选择员工人数"),
  "/contact_name": {
    ...each("姓名不能包含数字或符号"),
    required: "请输入联系人姓名",
    too_long: "请输入较短的姓名",
    name_too_long: "请输入较短的姓名",
    invalid_name: "姓名不能包含数字或符号",
    empty_name: "请输入联系人姓名"
  },
  "/contact_email": { ...each("请输入邮箱，例如 name@business.com.au"), too_long: "该邮箱太长" },
  "/contact_phone": {
    ...each("请输入电话号码，例如 02 5550 1234"),
    invalid_phone_number: "请输入电话号码，例如 02 5550 1234"
  },
  "/best_time_to_contact": each("请选择时间"),
  "/custom_answers": { ...each("请检查您的回答"), required: "请回答此问题" }
}
