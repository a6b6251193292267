from django.urls import path

from games.cases.views import archive, case, papers, replay

urlpatterns = [
    path("case/", case.today, name="case_of_the_day"),
    path("case/zone/", case.choose_zone, name="case_zone"),
    path("case/archive/", archive.archive, name="case_archive"),
    path("case/<int:number>/", case.case, name="case"),
    path("case/<int:number>/act/", case.act, name="act_in_case"),
    path("case/<int:number>/replay/", replay.replay, name="case_replay"),
    path("case/<int:number>/replay/<int:step>/", replay.replay, name="case_replay_step"),
    path("case/<int:number>/record.json", papers.record, name="case_record"),
    path("case/<int:number>/commitment.json", papers.commitment, name="case_commitment"),
]
