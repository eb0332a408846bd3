//! The calls of ../../calls.ts, with the clients that openapi-generator made for Rust.
use fund::apis::{employer_lookup_api::*, member_registration_api::*};
use fund::models::{AustralianState, EmployerLookupRequest, MemberRegistrationRequest};
use partner::apis::employers_api::*;
use partner::models::EmployerCreation;
use std::env::var;

#[tokio::main]
async fn main() {
    let service = partner::apis::configuration::Configuration {
        base_path: var("SERVICE_URL").unwrap(),
        api_key: Some(partner::apis::configuration::ApiKey { prefix: None, key: var("KEY").unwrap() }),
        ..Default::default()
    };
    let remote_id = var("REMOTE_ID").unwrap();
    let creation = |abn: &str| EmployerCreation::new(abn.into(), var("NAME").unwrap(), remote_id.clone());
    let list = list_employers(&service, None, Some(&remote_id), None, None).await.unwrap().data;
    println!("list {}", list.len());
    let got = get_employer(&service, &list[0].id.to_string(), None, None).await.unwrap().data;
    println!("get {}", got.name);
    let refused = create_employer(&service, creation("51824753556"), None, None).await.unwrap_err();
    if let partner::apis::Error::ResponseError(answer) = refused {
        if let Some(CreateEmployerError::Status409(problem)) = answer.entity {
            println!("{} {}", problem.status, serde_json::to_value(problem.code).unwrap().as_str().unwrap());
        }
    }
    let refused = create_employer(&service, creation("51824753557"), None, None).await.unwrap_err();
    if let partner::apis::Error::ResponseError(answer) = refused {
        if let Some(CreateEmployerError::Status422(problem)) = answer.entity {
            println!("{} {}", problem.status, problem.errors[0].pointer);
        }
    }

    let simulator = fund::apis::configuration::Configuration {
        base_path: var("FUND_URL").unwrap(),
        api_key: Some(fund::apis::configuration::ApiKey { prefix: None, key: var("FUND_KEY").unwrap() }),
        ..Default::default()
    };
    let birth = "2000-02-29".parse().unwrap();
    let member = MemberRegistrationRequest {
        tfn: Some("876543210".into()),
        first_name: Some("Tom".into()),
        email: Some("tom.li@example.com".into()),
        phone_number: Some("+61491570156".into()),
        address_line_1: Some("7 Mitchell Street".into()),
        locality: Some("Darwin".into()),
        postcode: Some("0800".into()),
        state: Some(AustralianState::Nt),
        ..MemberRegistrationRequest::new(var("FAMILY_NAME").unwrap(), birth)
    };
    let registered = register_member(&simulator, member, None, None, None).await.unwrap().member_details;
    println!("register {}", !registered.member_number.is_empty());
    for abn in ["80000000001", "42000000003"] {
        let found = look_up_employer(&simulator, EmployerLookupRequest::new(abn.into()), None, None).await.unwrap();
        println!("lookup {} {}", found.employer_found, found.employer_details.is_some());
    }
    let bare = MemberRegistrationRequest::new("Li".into(), birth);
    let refused = register_member(&simulator, bare, None, None, None).await.unwrap_err();
    if let fund::apis::Error::ResponseError(answer) = refused {
        if let Some(RegisterMemberError::Status400(problem)) = answer.entity {
            println!("{} {}", problem.status, serde_json::to_value(problem.code).unwrap().as_str().unwrap());
        }
    }
}
