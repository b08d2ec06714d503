//! Writes what came out into the scenarios, as what is expected from then on.
//!
//! Only what is not as expected changes, and all else in the files stays, byte for byte. With a click's expectation its kept path
//! changes too, for that is the one that was expected. What breaks a rule is never blessed, nor what took too long.

use std::collections::BTreeMap;

use super::Results;
use crate::{
    debugger::{
        PathReport,
        check::{Suite, Tested, Verdict, judge},
    },
    io::{self, Click, Expect, InputError, Kept, Scenario},
};

/// Blesses all that may be, judges it again, and notes what was written and what was not.
pub(super) fn bless(results: &mut Results, only_missing: bool) {
    let mut of_suites: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, it) in results.tested.iter().enumerate() {
        of_suites.entry(it.test.suite).or_default().push(index);
    }
    for (suite, tests) in of_suites {
        let mut scenario = results.suites[suite].scenario.clone();
        let mut blessed = 0;
        for &index in &tests {
            let it = &results.tested[index];
            let variant = it.test.variant.map(|it| scenario.variants[it].name.clone());
            let wants = wants_blessing(it, &scenario.clicks[it.test.click], variant.as_deref(), only_missing);
            match (wants, &it.checked.report) {
                (true, Some(report)) if report.audit.legal => {
                    blessed += 1;
                    bless_click(&mut scenario.clicks[it.test.click], variant.as_deref(), report);
                }
                (true, _) => results.notes.push(format!("{}: not blessed, for {}", results.name(it), reason(it))),
                (false, _) => (),
            }
        }
        if blessed == 0 {
            continue;
        }
        match save(&mut scenario) {
            Ok(()) => {
                let name = results.suites[suite].name();
                results
                    .notes
                    .push(format!("{name}: {blessed} expectation{} written", if blessed == 1 { "" } else { "s" }));
                judge_again(&scenario, &mut results.tested, &tests);
                let name = name.to_owned();
                results.suites[suite] = Suite::new(name, scenario);
            }
            Err(error) => results.wrong.push(error),
        }
    }
}

/// Whether a test came out in a way that an expectation would have to be written for.
fn wants_blessing(it: &Tested, click: &Click, variant: Option<&str>, only_missing: bool) -> bool {
    let is_expected = match variant {
        None => click.expect.is_some(),
        Some(name) => click.expect_under.iter().any(|it| it.0 == name),
    };
    match &it.checked.verdict {
        // Of its own settings something is expected from now on, of a variant only if it was before.
        Verdict::New => true,
        Verdict::Failed(_) | Verdict::TimedOut | Verdict::Trouble(_) => {
            if only_missing {
                !is_expected && variant.is_none()
            } else {
                is_expected || variant.is_none()
            }
        }
        Verdict::Passed | Verdict::Shown(_) => false,
    }
}

fn reason(it: &Tested) -> String {
    match &it.checked.verdict {
        Verdict::TimedOut => "it took too long".to_owned(),
        Verdict::Trouble(message) => message.clone(),
        _ => "its path breaks a rule".to_owned(),
    }
}

fn bless_click(click: &mut Click, variant: Option<&str>, report: &PathReport) {
    let corners = report.length.map(|_| report.corners);
    let anew = |was: Option<&Expect>| match was {
        Some(it) => it.blessed(report.outcome, report.length, corners),
        None => Expect::of(report.outcome, report.length, corners),
    };
    match variant {
        None => {
            click.expect = Some(anew(click.expect.as_ref()));
            click.kept = Kept { points: report.points.clone(), triangles: report.triangle_ids.clone() };
        }
        Some(name) => {
            for (_, expect) in click.expect_under.iter_mut().filter(|it| it.0 == name) {
                *expect = anew(Some(expect));
            }
        }
    }
}

/// Writes a scenario to the file that it came from.
fn save(scenario: &mut Scenario) -> Result<(), InputError> {
    let is_scenario = |it: &&std::path::PathBuf| it.extension().is_some_and(|it| it.eq_ignore_ascii_case("toml"));
    let Some(path) = scenario.path.clone().filter(|it| is_scenario(&it)) else {
        let file = scenario.path.as_ref().map_or_else(|| scenario.name.clone(), |it| it.display().to_string());
        let message = "expectations can only be written into a .toml scenario; save it as one first";
        return Err(InputError::whole(message).in_file(&file));
    };
    let saved = io::save(scenario, &path)?;
    scenario.source = Some(saved.text.into());
    scenario.seen = Some(saved.seen);
    Ok(())
}

/// Judges by the new expectations.
fn judge_again(scenario: &Scenario, tested: &mut [Tested], tests: &[usize]) {
    let own: BTreeMap<usize, PathReport> = tests
        .iter()
        .map(|&it| &tested[it])
        .filter(|it| it.test.variant.is_none())
        .filter_map(|it| Some((it.test.click, it.checked.report.clone()?)))
        .collect();
    for &index in tests {
        let it = &mut tested[index];
        let Some(report) = &it.checked.report else { continue };
        let variant = it.test.variant.map(|it| &scenario.variants[it]);
        let click = &scenario.clicks[it.test.click];
        let own = own.get(&it.test.click);
        // What came out under the scenario's own settings did not change, and is not at hand if that was not asked for.
        let needs_own = variant.is_some_and(|it| !it.must_agree || click.expect.is_none());
        if own.is_some() || !needs_own {
            it.checked.verdict = judge(click, variant, report, own);
        }
    }
}
