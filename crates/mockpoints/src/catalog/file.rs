//! Catalogs as TOML files.

use serde::Deserialize;
use toml::Spanned;

use super::pattern::{CallPattern, Glob, internal_name};
use super::{
    Beans, Catalog, CatalogError, Convention, Dao, External, FieldSource, Mutators, Proximal, Proxy, Source,
    SourceFlags, XmlRole, XmlRule,
};
use crate::point::Kind;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[derive(Default)]
struct File {
    source: Vec<SourceRow>,
    external: Vec<ExternalRow>,
    declared: Vec<CallsRow>,
    harmless: Vec<CallsRow>,
    replacing: Vec<CallsRow>,
    convention: Vec<ConventionRow>,
    mutator: Vec<MutatorRow>,
    immutable: Vec<TypesRow>,
    unrecordable: Vec<TypesRow>,
    provided: Vec<PackagesRow>,
    field: Vec<FieldRow>,
    bean: Vec<BeanRow>,
    building: Vec<BuildingRow>,
    entry: Vec<EntryRow>,
    proxy: Vec<ProxyRow>,
    proximal: Vec<ProximalRow>,
    dao: Vec<DaoRow>,
    xml: Vec<XmlRow>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum KindWord {
    System,
    Internal,
    External,
}

#[derive(Clone, Copy, Deserialize, Default, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Taints {
    #[default]
    Result,
    Arguments,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SourceRow {
    kind: KindWord,
    #[serde(default)]
    group: String,
    calls: Vec<Spanned<String>>,
    #[serde(default)]
    by_receiver: bool,
    #[serde(default)]
    in_libraries: bool,
    #[serde(default)]
    direct: bool,
    #[serde(default)]
    inherited: bool,
    #[serde(default)]
    taints: Taints,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExternalRow {
    #[serde(default)]
    group: String,
    calls: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CallsRow {
    calls: Vec<Spanned<String>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum EffectWord {
    StoresArguments,
    RemovesResult,
    ChecksArguments,
    FillsArrays,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConventionRow {
    effect: EffectWord,
    prefixes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MutatorRow {
    types: Vec<String>,
    methods: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypesRow {
    types: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PackagesRow {
    packages: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldRow {
    kind: KindWord,
    #[serde(default)]
    group: String,
    annotations: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct BeanRow {
    annotations: Vec<String>,
    supertypes: Vec<String>,
    factories: Vec<String>,
    scopes: Vec<String>,
    imports: Vec<String>,
    scans: Vec<String>,
    documents: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct BuildingRow {
    annotations: Vec<String>,
    overrides: Vec<Spanned<String>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct EntryRow {
    annotations: Vec<String>,
    classes: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ProxyRow {
    group: String,
    annotations: Vec<String>,
    method_annotations: Vec<String>,
    field_annotations: Vec<String>,
    supertypes: Vec<String>,
    scans: Vec<String>,
    makers: Vec<Spanned<String>>,
    factory_beans: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ProximalRow {
    group: String,
    references: Vec<String>,
    services: Vec<String>,
    reference_makers: Vec<Spanned<String>>,
    service_makers: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DaoRow {
    #[serde(default)]
    group: String,
    supertypes: Vec<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RoleWord {
    Bean,
    Reference,
    Service,
    Mapper,
    Import,
    Scan,
    MapperScan,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct XmlRow {
    role: RoleWord,
    #[serde(default)]
    group: String,
    element: String,
    #[serde(default)]
    namespace: String,
    #[serde(default)]
    near: bool,
}

pub(super) fn parse(file: &str, text: &str) -> Result<Catalog, CatalogError> {
    let rows: File = toml::from_str(text).map_err(|error| CatalogError {
        file: file.to_owned(),
        line: line_of(text, error.span().map_or(0, |span| span.start)),
        message: error.message().to_owned(),
    })?;
    let calls = |calls: &[Spanned<String>]| -> Result<Vec<CallPattern>, CatalogError> {
        let mut patterns = Vec::new();
        for call in calls {
            let parsed = CallPattern::parse_list(call.get_ref()).map_err(|message| CatalogError {
                file: file.to_owned(),
                line: line_of(text, call.span().start),
                message,
            })?;
            patterns.extend(parsed);
        }
        Ok(patterns)
    };
    let mut catalog = Catalog::default();
    for row in &rows.source {
        catalog.sources.push(Source {
            kind: kind(row.kind),
            group: row.group.clone(),
            calls: calls(&row.calls)?,
            flags: SourceFlags::NONE
                .with(SourceFlags::BY_RECEIVER, row.by_receiver)
                .with(SourceFlags::IN_LIBRARIES, row.in_libraries)
                .with(SourceFlags::DIRECT, row.direct)
                .with(SourceFlags::INHERITED, row.inherited)
                .with(SourceFlags::TAINTS_ARGUMENTS, row.taints == Taints::Arguments),
        });
    }
    for row in &rows.external {
        catalog.externals.push(External { group: row.group.clone(), calls: calls(&row.calls)? });
    }
    for row in &rows.declared {
        catalog.declared.extend(calls(&row.calls)?);
    }
    for row in &rows.harmless {
        catalog.harmless.extend(calls(&row.calls)?);
    }
    for row in &rows.replacing {
        catalog.replacing.extend(calls(&row.calls)?);
    }
    for row in rows.convention {
        let effect = match row.effect {
            EffectWord::StoresArguments => Convention::STORES_ARGUMENTS,
            EffectWord::RemovesResult => Convention::REMOVES_RESULT,
            EffectWord::ChecksArguments => Convention::CHECKS_ARGUMENTS,
            EffectWord::FillsArrays => Convention::FILLS_ARRAYS,
        };
        catalog.conventions.extend(row.prefixes.into_iter().map(|prefix| (prefix, effect)));
    }
    for row in &rows.mutator {
        let methods = row.methods.iter().map(|name| Glob::new(name)).collect();
        catalog.mutators.push(Mutators { types: names(&row.types), methods });
    }
    rows.immutable.iter().for_each(|row| catalog.immutable.extend(names(&row.types)));
    rows.unrecordable.iter().for_each(|row| catalog.unrecordable.extend(names(&row.types)));
    for row in &rows.provided {
        catalog.provided.extend(names(&row.packages).into_iter().map(|package| package + "/"));
    }
    for row in &rows.field {
        let annotations = names(&row.annotations);
        catalog.fields.push(FieldSource { kind: kind(row.kind), group: row.group.clone(), annotations });
    }
    catalog.beans = Beans {
        annotations: rows.bean.iter().flat_map(|row| names(&row.annotations)).collect(),
        supertypes: rows.bean.iter().flat_map(|row| names(&row.supertypes)).collect(),
        factories: rows.bean.iter().flat_map(|row| names(&row.factories)).collect(),
        scopes: rows.bean.iter().flat_map(|row| names(&row.scopes)).collect(),
        imports: rows.bean.iter().flat_map(|row| names(&row.imports)).collect(),
        scans: rows.bean.iter().flat_map(|row| names(&row.scans)).collect(),
        documents: rows.bean.iter().flat_map(|row| names(&row.documents)).collect(),
        building: rows.building.iter().flat_map(|row| names(&row.annotations)).collect(),
        building_overrides: Vec::new(),
        entries: rows.entry.iter().flat_map(|row| names(&row.annotations)).collect(),
        entry_classes: rows.entry.iter().flat_map(|row| names(&row.classes)).collect(),
    };
    for row in &rows.building {
        catalog.beans.building_overrides.extend(calls(&row.overrides)?);
    }
    for row in &rows.proxy {
        catalog.proxies.push(Proxy {
            group: row.group.clone(),
            annotations: names(&row.annotations),
            method_annotations: names(&row.method_annotations),
            references: names(&row.field_annotations),
            supertypes: names(&row.supertypes),
            scans: names(&row.scans),
            makers: calls(&row.makers)?,
            factory_beans: row.factory_beans.clone(),
        });
    }
    for row in &rows.proximal {
        catalog.proximal.push(Proximal {
            group: row.group.clone(),
            references: names(&row.references),
            services: names(&row.services),
            reference_makers: calls(&row.reference_makers)?,
            service_makers: calls(&row.service_makers)?,
        });
    }
    for row in &rows.dao {
        catalog.daos.push(Dao { group: row.group.clone(), supertypes: names(&row.supertypes) });
    }
    for row in rows.xml {
        let role = match row.role {
            RoleWord::Bean => XmlRole::Bean,
            RoleWord::Reference => XmlRole::Reference,
            RoleWord::Service => XmlRole::Service,
            RoleWord::Mapper => XmlRole::Mapper,
            RoleWord::Import => XmlRole::Import,
            RoleWord::Scan => XmlRole::Scan,
            RoleWord::MapperScan => XmlRole::MapperScan,
        };
        let XmlRow { group, element, namespace, near, .. } = row;
        catalog.xml.push(XmlRule { role, group, element, namespace, is_near: near });
    }
    Ok(catalog)
}

fn kind(word: KindWord) -> Kind {
    match word {
        KindWord::System => Kind::System,
        KindWord::Internal => Kind::Internal,
        KindWord::External => Kind::External,
    }
}

fn names(names: &[String]) -> Vec<String> {
    names.iter().map(|name| internal_name(name)).collect()
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text.as_bytes().iter().take(offset).filter(|&&byte| byte == b'\n').count()
}
