from django.apps import AppConfig


class InsideJobConfig(AppConfig):
    name = "games.titles.insidejob"
    # The project is the app `insidejob`.
    label = "insidejob_title"
