//! Findings in JSON, written and read back; `docs/formats/findings.md` describes the fields.

use reenact_base::finding::{Code, Finding, Location, Related, Severity, Subject};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One finding with its fields as JSON has them.
#[derive(Serialize, Deserialize)]
pub(crate) struct FindingData {
    code: String,
    severity: String,
    subject: SubjectData,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    location: Option<LocationData>,
    message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    related: Vec<RelatedData>,
    /// Written for other programs; computed again when a report is read.
    fingerprint: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    identity: Option<Vec<String>>,
}

#[derive(Serialize, Deserialize)]
struct SubjectData {
    kind: String,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invocation: Option<u64>,
}

#[derive(Default, Serialize, Deserialize)]
struct LocationData {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entry: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct RelatedData {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    location: Option<LocationData>,
    message: String,
}

impl From<&Finding> for FindingData {
    fn from(finding: &Finding) -> Self {
        let related = |related: &Related| RelatedData {
            location: related.location.as_ref().map(LocationData::from),
            message: related.message.clone(),
        };
        FindingData {
            code: finding.code.name().to_owned(),
            severity: finding.severity.name().to_owned(),
            subject: SubjectData::from(&finding.subject),
            location: finding.location.as_ref().map(LocationData::from),
            message: finding.message.clone(),
            help: finding.help.clone(),
            related: finding.related.iter().map(related).collect(),
            fingerprint: finding.fingerprint().to_string(),
            identity: finding.identity.clone(),
        }
    }
}

impl From<&Subject> for SubjectData {
    fn from(subject: &Subject) -> Self {
        let invocation = match subject {
            Subject::Invocation { number, .. } => Some(*number),
            _ => None,
        };
        SubjectData { kind: subject.kind().to_owned(), name: subject.name().to_owned(), invocation }
    }
}

impl From<&Location> for LocationData {
    fn from(location: &Location) -> Self {
        match location.clone() {
            Location::Source { file, line } => {
                LocationData { file: Some(file), line, ..LocationData::default() }
            }
            Location::Class { entry, class, source, line } => {
                LocationData { file: source, entry: Some(entry), class: Some(class), line }
            }
        }
    }
}

impl TryFrom<FindingData> for Finding {
    type Error = String;

    fn try_from(data: FindingData) -> Result<Finding, String> {
        let code = Code::named(&data.code).ok_or_else(|| format!("unknown finding code `{}`", data.code))?;
        let severity =
            Severity::named(&data.severity).ok_or_else(|| format!("unknown severity `{}`", data.severity))?;
        let related = data.related.into_iter().map(|related| {
            let location = related.location.map(Location::try_from).transpose()?;
            Ok::<_, String>(Related { location, message: related.message })
        });
        Ok(Finding {
            code,
            severity,
            subject: data.subject.try_into()?,
            location: data.location.map(Location::try_from).transpose()?,
            message: data.message,
            help: data.help,
            related: related.collect::<Result<_, _>>()?,
            identity: data.identity,
        })
    }
}

impl TryFrom<SubjectData> for Subject {
    type Error = String;

    fn try_from(data: SubjectData) -> Result<Subject, String> {
        let SubjectData { kind, name, invocation } = data;
        Ok(match &*kind {
            "file" => Subject::File(name),
            "class" => Subject::Class(name),
            "member" => Subject::Member(name),
            "invocation" => Subject::invocation(invocation.ok_or("an invocation without a number")?, name),
            "test" => Subject::Test(name),
            "other" => Subject::Other(name),
            _ => return Err(format!("unknown kind of subject `{kind}`")),
        })
    }
}

impl TryFrom<LocationData> for Location {
    type Error = String;

    fn try_from(data: LocationData) -> Result<Location, String> {
        let LocationData { file, entry, class, line } = data;
        match (file, entry, class) {
            (source, Some(entry), Some(class)) => Ok(Location::Class { entry, class, source, line }),
            (Some(file), None, None) => Ok(Location::Source { file, line }),
            _ => Err("a location needs a file, or an entry and a class".to_owned()),
        }
    }
}

/// Writes a list of findings, for `#[serde(with = "finding::json")]`.
pub(crate) fn serialize<S: Serializer>(findings: &[Finding], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(findings.iter().map(FindingData::from))
}

/// Reads a list of findings, for `#[serde(with = "finding::json")]`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Finding>, D::Error> {
    let list = Vec::<FindingData>::deserialize(deserializer)?;
    list.into_iter().map(|data| data.try_into().map_err(serde::de::Error::custom)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(finding: &Finding) -> Finding {
        let json = serde_json::to_string(&FindingData::from(finding)).unwrap();
        serde_json::from_str::<FindingData>(&json).unwrap().try_into().unwrap()
    }

    #[test]
    fn every_field_is_read_back() {
        let class = Location::Class {
            entry: "app.jar".to_owned(),
            class: "p.A".to_owned(),
            source: Some("A.java".to_owned()),
            line: Some(7),
        };
        let subjects = [
            Subject::file("a"),
            Subject::class("p.A"),
            Subject::member("p.A#m()"),
            Subject::invocation(9, "p.A#m()"),
            Subject::test("p.T#t"),
            Subject::other("this machine"),
        ];
        for subject in subjects {
            let finding = Finding::new(Code::ClassUnreadable, subject, "ends at byte 7")
                .with_severity(Severity::Error)
                .with_help("build it")
                .at(class.clone())
                .with_related(Some(Location::source("src/A.java", None)), "here")
                .with_related(None, "there")
                .identified_by(["x"]);
            assert_eq!(round_trip(&finding), finding);
        }
        for code in Code::ALL {
            let finding = Finding::new(*code, Subject::file("f"), "m");
            assert_eq!(round_trip(&finding), finding);
        }
    }

    #[test]
    fn unknown_values_are_errors_that_name_them() {
        let read = |text: &str| -> Result<Finding, String> {
            serde_json::from_str::<FindingData>(text).map_err(|error| error.to_string())?.try_into()
        };
        let finding = |code: &str, kind: &str| {
            format!(
                r#"{{"code":"{code}","severity":"note","subject":{{"kind":"{kind}","name":"n"}},"message":"m","fingerprint":""}}"#
            )
        };
        assert!(read(&finding("build", "file")).is_ok());
        assert_eq!(read(&finding("no-code", "file")).unwrap_err(), "unknown finding code `no-code`");
        assert_eq!(read(&finding("build", "planet")).unwrap_err(), "unknown kind of subject `planet`");
        assert!(read(&finding("build", "invocation")).is_err());
    }
}
