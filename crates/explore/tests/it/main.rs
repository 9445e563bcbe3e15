mod survey;
