//! Writes what came out into the scenarios, as what is expected from then on.
//!
//! Others may write the files meanwhile. Their changes stay, and nothing is written where what ran is not what stands there now.
//! Only what is not as expected changes, and all else in the files stays, byte for byte. With a click's expectation its kept path
//! changes too, for that is the one that was expected. What breaks a rule is never blessed, nor what took too long.

use std::{collections::BTreeMap, path::PathBuf};

use super::{Results, options::CheckOptions};
use crate::{
    debugger::{
        PathReport,
        check::{Suite, Tested, Verdict, judge},
    },
    geometry::counted,
    io::{self, Click, Expect, Format, InputError, Kept, Limits, NotSaved, Scenario, WhyNot},
};

/// So often a file is read again that others keep changing.
const ATTEMPTS: usize = 1000;

/// What is expected of a click from now on.
struct Blessing {
    /// Which click, of those that ran.
    click: usize,
    /// Under which variant; none for the scenario's own settings.
    variant: Option<String>,
    expect: Expect,
    /// The path that is kept with it, under the scenario's own settings.
    kept: Kept,
}

/// Blesses all that may be, judges it again, and notes what was written and what was not.
pub(super) fn bless(results: &mut Results, options: &CheckOptions) {
    let mut of_suites: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, it) in results.tested.iter().enumerate() {
        of_suites.entry(it.test.suite).or_default().push(index);
    }
    for (suite, tests) in of_suites {
        let scenario = results.suites[suite].scenario.clone();
        let mut blessings = Vec::new();
        for &index in &tests {
            let it = &results.tested[index];
            let click = &scenario.clicks[it.test.click];
            let variant = it.test.variant.map(|it| scenario.variants[it].name.clone());
            let wants = wants_blessing(it, click, variant.as_deref(), options.update_missing);
            match (wants, &it.checked.report) {
                (true, Some(report)) if report.audit.legal => {
                    blessings.push(blessing(it.test.click, click, variant, report));
                }
                (true, _) => results.notes.push(format!("{}: not blessed, for {}", results.name(it), reason(it))),
                (false, _) => (),
            }
        }
        if blessings.is_empty() {
            continue;
        }
        match write(&scenario, &blessings, options.reading.limits()) {
            Ok(scenario) => {
                let name = results.suites[suite].name().to_owned();
                results.notes.push(format!("{name}: {} written", counted(blessings.len(), "expectation")));
                judge_again(&scenario, &mut results.tested, &tests);
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

fn blessing(index: usize, click: &Click, variant: Option<String>, report: &PathReport) -> Blessing {
    let corners = report.length.map(|_| report.corners);
    let expect = match expected(click, variant.as_deref()) {
        Some(it) => it.blessed(report.outcome, report.length, corners),
        None => Expect::of(report.outcome, report.length, corners),
    };
    let kept = Kept { points: report.points.clone(), triangles: report.triangle_ids().to_vec() };
    Blessing { click: index, variant, expect, kept }
}

/// What is expected of a click under a variant, or under the scenario's own settings.
fn expected<'c>(click: &'c Click, variant: Option<&str>) -> Option<&'c Expect> {
    match variant {
        None => click.expect.as_ref(),
        Some(name) => click.expect_under.iter().find(|it| it.0 == name).map(|it| &it.1),
    }
}

impl Blessing {
    fn apply(&self, click: &mut Click) {
        match &self.variant {
            None => {
                click.expect = Some(self.expect.clone());
                click.kept = self.kept.clone();
            }
            Some(name) => {
                for (_, expect) in click.expect_under.iter_mut().filter(|it| it.0 == *name) {
                    *expect = self.expect.clone();
                }
            }
        }
    }

    /// Whether nobody else changed what it is about, in a click as it was when it ran and as it is now.
    fn holds(&self, then: &Click, now: &Click) -> bool {
        let variant = self.variant.as_deref();
        let same_kept = variant.is_some() || then.kept == now.kept;
        let mut blessed = now.clone();
        self.apply(&mut blessed);
        expected(then, variant) == expected(now, variant) && same_kept || blessed == *now
    }
}

/// Writes blessings to the file that a scenario came from; gives back the scenario with them. If the file has changed since, they go
/// into what stands there now, as long as what ran is there still.
fn write(ran: &Scenario, blessings: &[Blessing], limits: Limits) -> Result<Scenario, InputError> {
    let is_scenario = |it: &&PathBuf| Format::TOML.fits_name(it);
    let Some(path) = ran.path.clone().filter(|it| is_scenario(&it)) else {
        let file = ran.path.as_ref().map_or_else(|| ran.name.clone(), |it| it.display().to_string());
        let message = "expectations can only be written into a .toml scenario; save it as one first";
        return Err(InputError::whole(message).in_file(&file));
    };
    let wrong = |message: String| InputError::whole(message).in_file(&path.display().to_string());
    let mut blessed = ran.clone();
    for it in blessings {
        it.apply(&mut blessed.clicks[it.click]);
    }
    let mut next = blessed.clone();
    for _ in 0..ATTEMPTS {
        match io::save(&next, &path) {
            Ok(_) => return Ok(blessed),
            Err(NotSaved { why: WhyNot::Changed(_), .. }) => (),
            Err(NotSaved { why: WhyNot::Deleted(_), .. }) => {
                return Err(wrong("was removed since it was read; no expectation was written".to_owned()));
            }
            Err(error) => return Err(error.into()),
        }
        next = io::open(&path, limits)?;
        let places = places(ran, &next, blessings).map_err(|what| {
            wrong(format!(
                "{what} changed since it was read; no expectation was written, and all is left as it is; run it again"
            ))
        })?;
        for (it, place) in blessings.iter().zip(places) {
            it.apply(&mut next.clicks[place]);
        }
    }
    Err(wrong("keeps changing; no expectation was written".to_owned()))
}

/// The clicks of a changed scenario that blessings belong to; or what of it is not as it was when they ran.
fn places(ran: &Scenario, now: &Scenario, blessings: &[Blessing]) -> Result<Vec<usize>, String> {
    let others = [
        ("its maze", ran.maze != now.maze),
        ("its settings", ran.settings != now.settings),
        ("its variants", ran.variants != now.variants),
    ];
    if let Some((what, _)) = others.iter().find(|it| it.1) {
        return Err((*what).to_owned());
    }
    let place = |it: &Blessing| {
        let then = &ran.clicks[it.click];
        let alike = |clicks: &[Click]| -> Vec<usize> {
            let same =
                |it: &Click| (&it.name, it.start, it.goal, it.kind) == (&then.name, then.start, then.goal, then.kind);
            (0..clicks.len()).filter(|&it| same(&clicks[it])).collect()
        };
        let (before, after) = (alike(&ran.clicks), alike(&now.clicks));
        // Of several that are alike, each is the one at its rank.
        let rank = before.iter().position(|&other| other == it.click);
        let place = rank.filter(|_| before.len() == after.len()).map(|it| after[it]);
        place.filter(|&place| it.holds(then, &now.clicks[place])).ok_or_else(|| format!("its click “{}”", then.name))
    };
    blessings.iter().map(place).collect()
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
